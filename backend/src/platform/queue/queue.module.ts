import { BullModule } from '@nestjs/bull';
import { Global, Module } from '@nestjs/common';
import type { QueueOptions } from 'bull';
import { QUEUE_NAMES, Settings } from '../config/settings.js';
import { RedisConnections } from '../redis/redis-connections.js';
import { RedisModule } from '../redis/redis.module.js';
import { QueueControl } from './queue-control.js';
import { Queues } from './queues.js';

/**
 * Bull's defaults lose a job for a minute when its worker dies and give it up after the second death; these bring it back
 * within eight seconds, as often as it takes: up to five until the lock of the dead is gone, and up to two more, because a look
 * for such jobs that comes a moment too early is left out.
 */
const ADVANCED: QueueOptions['settings'] = {
  lockDuration: 5000,
  lockRenewTime: 1500,
  stalledInterval: 1000,
  maxStalledCount: 10,
  drainDelay: 5,
};

/** Gives every process the queues. Who works on them is decided by the composition of the worker. */
@Global()
@Module({
  imports: [
    BullModule.forRootAsync({
      imports: [RedisModule],
      inject: [Settings, RedisConnections],
      useFactory: (settings: Settings, connections: RedisConnections) => ({
        prefix: settings.queuePrefix,
        settings: ADVANCED,
        createClient: (type) => connections.forQueue(type),
      }),
    }),
    RedisModule,
    BullModule.registerQueue(...QUEUE_NAMES.map((name) => ({ name }))),
  ],
  providers: [Queues, QueueControl],
  exports: [Queues, QueueControl],
})
export class QueueModule {}
