import { Injectable } from '@nestjs/common';
import { Clock } from '../../platform/clock.js';
import { ClockOffset } from '../../platform/dev-clock/clock-offset.js';
import { DomainError } from '../../platform/domain-error.js';
import { OutboxEventsRepository } from '../../platform/outbox/outbox-events.repository.js';
import { SandboxClock, type SandboxState } from './sandbox-clock.js';

const SECOND_MS = 1000;
/** Longest step, so that daily work runs on each day. */
const MAX_STEP_MS = 24 * 3600 * SECOND_MS;
/** Webhooks and due work trigger each other; more rounds than this indicate a loop. */
const MAX_ROUNDS = 20;

export interface ClockTarget {
  seconds?: number;
  to?: Date;
}

/** Advances the clocks to a later time in steps, and handles what becomes due in order: payments, webhooks, events, scheduled tasks. */
@Injectable()
export class AdvanceClock {
  private advancing: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly clock: Clock,
    private readonly offset: ClockOffset,
    private readonly sandbox: SandboxClock,
    private readonly events: OutboxEventsRepository,
  ) {}

  /** Requests run one after the other. */
  async advance(target: ClockTarget): Promise<{ now: Date; offsetSeconds: number }> {
    const advanced = this.advancing.then(() => this.advanceTo(target));
    this.advancing = advanced.catch(() => undefined);
    const offsetSeconds = await advanced;
    return { now: this.clock.now(), offsetSeconds };
  }

  private async advanceTo({ seconds, to }: ClockTarget): Promise<number> {
    if ((seconds === undefined) === (to === undefined)) {
      throw new DomainError('invalid', 'validation_failed', 'Pass either advanceSeconds or advanceTo.');
    }
    let sandbox = await this.sandbox.state();
    let now = Math.max(this.clock.now().getTime(), sandbox.nowMs);
    const target = to?.getTime() ?? now + (seconds ?? 0) * SECOND_MS;
    if (target < now)
      throw new DomainError(
        'invalid',
        'validation_failed',
        'advanceTo must be later than now: the clock can only move forward.',
      );
    let offsetMs = sandbox.offsetMs;
    do {
      now = await this.nextStep(now, target, sandbox);
      offsetMs = await this.sandbox.advanceTo(new Date(now));
      sandbox = await this.settle(offsetMs);
    } while (now < target);
    return Math.round(offsetMs / SECOND_MS);
  }

  private async nextStep(now: number, target: number, sandbox: SandboxState): Promise<number> {
    const nextEvent = await this.events.nextDueAfter(new Date(now));
    const next = Math.min(
      target,
      now + MAX_STEP_MS,
      sandbox.nextTaskMs ?? Infinity,
      nextEvent?.getTime() ?? Infinity,
    );
    const wholeSeconds = Math.ceil(next / SECOND_MS) * SECOND_MS;
    return target > now ? Math.max(wholeSeconds, now + SECOND_MS) : target;
  }

  /** Waits until the sandbox has sent its webhooks and the workers are idle, repeating while one triggers the other. */
  private async settle(offsetMs: number): Promise<SandboxState> {
    let before = await this.sandbox.whenDelivered();
    for (let round = 0; round < MAX_ROUNDS; round += 1) {
      await this.offset.set(offsetMs);
      const after = await this.sandbox.whenDelivered();
      if (after.newestEvent === before.newestEvent) return after;
      before = after;
    }
    return before;
  }
}
