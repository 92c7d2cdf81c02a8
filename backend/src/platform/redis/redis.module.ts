import { Module } from '@nestjs/common';
import { Settings } from '../config/settings.js';
import { Logger } from '../logging/logger.js';
import { RedisConnections } from './redis-connections.js';

/** The connections to Redis of one process. Who asked for them ends its use before they are closed. */
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
