import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { Redis } from 'ioredis';
import { setTimeout as pause } from 'node:timers/promises';
import { v7 as uuid } from 'uuid';
import { Clock, OffsetClock } from '../clock.js';
import { Settings } from '../config/settings.js';
import { ServiceUnavailableError } from '../domain-error.js';
import { Logger } from '../logging/logger.js';
import { RedisConnections } from '../redis/redis-connections.js';

interface OffsetChange {
  id: string;
  offsetMs: number;
}

const LOAD_MS = 1000;
const SETTLE_MS = 60_000;

/**
 * The offset of the clocks of all processes from the real time. Redis stores and publishes it. Does nothing if the clock can't be
 * advanced, as in production.
 */
@Injectable()
export class ClockOffset implements OnModuleInit {
  private readonly prefix: string;
  private subscriber: Redis | undefined;
  private readonly awaited = new Map<string, () => void>();
  private settle: (() => Promise<void>) | undefined;

  constructor(
    private readonly clock: Clock,
    private readonly connections: RedisConnections,
    private readonly logger: Logger,
    { queuePrefix }: Settings,
  ) {
    this.prefix = `${queuePrefix}:clock`;
  }

  /** Does not wait long for Redis, because a process must be able to start without it. */
  async onModuleInit(): Promise<void> {
    if (!(this.clock instanceof OffsetClock)) return;
    const client = this.connections.forQueue('client');
    client.on('ready', () => void this.load().catch(ignoreClosing));
    await Promise.race([Promise.all([this.load(), this.subscribe('changes', 'settled')]), wait(LOAD_MS)]);
  }

  /** Makes this process a worker, which runs this after each change. */
  async afterChanges(settle: () => Promise<void>): Promise<void> {
    if (!(this.clock instanceof OffsetClock)) return;
    this.settle = settle;
    await Promise.race([this.subscribe('workers'), wait(LOAD_MS)]);
  }

  /** Sets the clocks of all processes, and resolves once every worker has handled what became due. */
  async set(offsetMs: number): Promise<void> {
    const client = this.connections.forQueue('client');
    const id = uuid();
    const workers = Number((await client.pubsub('NUMSUB', `${this.prefix}:workers`))[1] ?? 0); // cspell:disable-line
    await client.set(this.prefix, String(offsetMs));
    const settled = this.settledBy(id, workers);
    this.apply({ id, offsetMs });
    await client.publish(`${this.prefix}:changes`, JSON.stringify({ id, offsetMs } satisfies OffsetChange));
    if (!(await Promise.race([settled.then(() => true), wait(SETTLE_MS)])))
      throw new ServiceUnavailableError("The workers didn't finish in time. Check their logs.");
  }

  private settledBy(id: string, workers: number): Promise<void> {
    if (workers === 0) return Promise.resolve();
    let missing = workers;
    return new Promise((resolve) => {
      this.awaited.set(id, () => {
        missing -= 1;
        if (missing > 0) return;
        this.awaited.delete(id);
        resolve();
      });
    });
  }

  private async load(): Promise<void> {
    const offsetMs = await this.connections.forQueue('client').get(this.prefix);
    if (offsetMs !== null) this.apply({ id: '', offsetMs: Number(offsetMs) });
  }

  private apply({ offsetMs }: OffsetChange): void {
    if (this.clock instanceof OffsetClock) this.clock.offsetMs = offsetMs;
  }

  private async subscribe(...names: string[]): Promise<void> {
    if (!this.subscriber) {
      this.subscriber = this.connections.forQueue('subscriber');
      this.subscriber.on('message', (channel: string, message: string) => {
        if (channel === `${this.prefix}:settled`) this.awaited.get(message)?.();
        if (channel === `${this.prefix}:changes`)
          void this.follow(JSON.parse(message) as OffsetChange).catch(ignoreClosing);
      });
    }
    await this.subscriber.subscribe(...names.map((name) => `${this.prefix}:${name}`));
  }

  private async follow(change: OffsetChange): Promise<void> {
    this.apply(change);
    if (!this.settle) return;
    try {
      await this.settle();
    } catch (error) {
      this.logger.warn('handling due work failed', { error });
    }
    await this.connections.forQueue('client').publish(`${this.prefix}:settled`, change.id);
  }
}

async function wait(milliseconds: number): Promise<false> {
  await pause(milliseconds, undefined, { ref: false });
  return false;
}

/** Commands fail when the process closes its connections. */
function ignoreClosing(): void {}
