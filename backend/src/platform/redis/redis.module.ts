import { Module } from '@nestjs/common';
import { Settings } from '../config/settings.js';
import { Logger } from '../logging/logger.js';
import { RedisConnections } from './redis-connections.js';

/** The Redis connections of this process. `Queues` closes them after closing the queues. */
@Module({
  providers: [
    {
      provide: RedisConnections,
      inject: [Settings, Logger],
      useFactory: (settings: Settings, logger: Logger) => new RedisConnections(settings.redisUrl, logger),
    },
  ],
  exports: [RedisConnections],
})
export class RedisModule {}
