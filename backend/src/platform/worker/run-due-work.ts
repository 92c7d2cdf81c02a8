import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { setTimeout as pause } from 'node:timers/promises';
import { Clock } from '../clock.js';
import { Logger } from '../logging/logger.js';
import { OutboxEventsRepository } from '../outbox/outbox-events.repository.js';
import { Relay } from '../outbox/relay.js';
import { Scheduler } from './scheduler.js';
import { ClockOffset } from '../dev-clock/clock-offset.js';

const POLL_MS = 10;
const EVENTS_MS = 30_000;
/** Tasks and events trigger each other; more rounds than this indicate a loop. */
const MAX_ROUNDS = 10;

/** Runs what became due when the clock was advanced: scheduled tasks and events, and those that they trigger. */
@Injectable()
export class RunDueWork implements OnApplicationBootstrap {
  constructor(
    private readonly offset: ClockOffset,
    private readonly scheduler: Scheduler,
    private readonly relay: Relay,
    private readonly events: OutboxEventsRepository,
    private readonly clock: Clock,
    private readonly logger: Logger,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    await this.offset.afterChanges(() => this.settle());
  }

  private async settle(): Promise<void> {
    for (let round = 0; round < MAX_ROUNDS; round += 1) {
      await this.scheduler.runAll();
      if (!(await this.handleEvents())) return;
    }
    this.logger.warn('scheduled tasks and events keep triggering each other', { rounds: MAX_ROUNDS });
  }

  /** True if there were any. Failed events are postponed, so they are no longer due. */
  private async handleEvents(): Promise<boolean> {
    let due = await this.events.countDue(this.clock.now());
    if (due === 0) return false;
    await this.relay.wake();
    for (let waited = 0; due > 0 && waited < EVENTS_MS; waited += POLL_MS) {
      await pause(POLL_MS);
      due = await this.events.countDue(this.clock.now());
    }
    if (due > 0) this.logger.warn('due events left unhandled', { events: due });
    return true;
  }
}
