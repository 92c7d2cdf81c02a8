import { getQueueToken } from '@nestjs/bull';
import { Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { setTimeout as pause } from 'node:timers/promises';
import { ModuleRef } from '@nestjs/core';
import type { Queue } from 'bull';
import { QUEUE_NAMES, type QueueName } from '../config/settings.js';
import { RedisConnections } from '../redis/redis-connections.js';

/** How long closing the queues may take. */
const CLOSE_TIMEOUT_MS = 2000;

/** Job data. Everything else is in the database. */
export interface EventJob {
  eventId: string;
}

/** Bull queues by name. Redis only transports jobs; the outbox is the source of truth. */
@Injectable()
export class Queues implements OnModuleInit, OnApplicationShutdown {
  private readonly queues = new Map<QueueName, Queue<EventJob>>();

  constructor(
    private readonly modules: ModuleRef,
    private readonly connections: RedisConnections,
  ) {}

  onModuleInit(): void {
    for (const name of QUEUE_NAMES) {
      this.queues.set(name, this.modules.get<Queue<EventJob>>(getQueueToken(name), { strict: false }));
    }
  }

  get(name: QueueName): Queue<EventJob> {
    return this.queues.get(name)!;
  }

  all(): Queue<EventJob>[] {
    return [...this.queues.values()];
  }

  /** Closes the queues, without waiting longer if Redis does not respond, and then the connections. */
  async onApplicationShutdown(): Promise<void> {
    const closed = Promise.allSettled(this.all().map((queue) => queue.close(true)));
    await Promise.race([closed, pause(CLOSE_TIMEOUT_MS, undefined, { ref: false })]);
    this.connections.close();
  }
}
