import { BullModule } from '@nestjs/bull';
import { Global, Module } from '@nestjs/common';
import type { QueueOptions } from 'bull';
import { QUEUE_NAMES, Settings } from '../config/settings.js';
import { RedisConnections } from '../redis/redis-connections.js';
import { RedisModule } from '../redis/redis.module.js';
import { QueueControl } from './queue-control.js';
import { Queues } from './queues.js';

/**
 * With Bull's defaults, a job whose worker crashes stalls for a minute and fails after the second crash. These settings recover it
 * within seven seconds, up to ten times: up to four until its lock expires, and up to two more for a stalled check that is skipped
 * because it comes too early.
 */
const ADVANCED: QueueOptions['settings'] = {
  lockDuration: 4000,
  lockRenewTime: 1000,
  stalledInterval: 1000,
  maxStalledCount: 10,
  drainDelay: 5,
};

/** Provides the queues to every process. Only the worker processes them. */
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
