import { Injectable } from '@nestjs/common';
import { setTimeout } from 'node:timers/promises';
import { RateLimitedError } from '../../../../platform/errors/domain-error.js';
import { currentRequest } from '../../../../platform/logging/request-context.js';
import { RateLimits, type Limit } from '../../../../platform/security/rate-limits.js';
import { normaliseEmail } from '../../domain/email-address.js';
import { KnownDevices } from '../sessions/known-devices.js';

interface Brake {
  counter: Limit;
  /** Failures without any delay. */
  free: number;
  longestSeconds: number;
}

/** A try that is under way, and where it was counted. */
export interface CountedTry {
  counter: Limit;
  key: string;
}

const WINDOW_SECONDS = 900;
const UNLIMITED = Number.MAX_SAFE_INTEGER;
const PER_ACCOUNT: Brake = {
  counter: { name: 'password:account', points: UNLIMITED, seconds: WINDOW_SECONDS },
  free: 10,
  longestSeconds: 15,
};
const PER_CLIENT: Brake = {
  counter: { name: 'password:client', points: UNLIMITED, seconds: WINDOW_SECONDS },
  free: 30,
  longestSeconds: 60,
};

const PER_DEVICE: Brake = {
  counter: { name: 'password:device', points: UNLIMITED, seconds: WINDOW_SECONDS },
  free: 10,
  longestSeconds: 15,
};

/** How long a refused try is kept waiting for its answer, and how many may be at a time. */
const HOLD_MS = 1000;
const MOST_HELD = 500;

/**
 * Slows down guessing: after some wrong passwords the next try must wait, one second first, then twice as long each time.
 * One client is slowed down longer than one account, and a refused try counts for nothing, so that a single stranger's guesses
 * leave the owner room to come in. However many strangers guess, a browser that the account has been signed in to on has tries of
 * its own. Known and unknown addresses are treated alike.
 *
 * A refusal is answered late: whoever guesses keeps a connection waiting for each, and the process is free for others.
 */
@Injectable()
export class PasswordAttempts {
  private held = 0;

  constructor(
    private readonly limits: RateLimits,
    private readonly devices: KnownDevices,
  ) {}

  /** Counts the try before the password is checked, so that many at once are not many free ones. Throws `rate_limited`. */
  async begin(email: string): Promise<CountedTry> {
    try {
      await this.pass(PER_CLIENT, clientAddress());
      return await this.passAccount(normaliseEmail(email));
    } catch (refusal) {
      if (refusal instanceof RateLimitedError) await this.hold();
      throw refusal;
    }
  }

  async failed(): Promise<void> {
    await this.note(PER_CLIENT, clientAddress());
  }

  /** What was counted for the try's account, or for its device, is forgotten. */
  async succeeded({ counter, key }: CountedTry): Promise<void> {
    await this.limits.forget(counter, key);
  }

  private async passAccount(address: string): Promise<CountedTry> {
    try {
      return await this.passAndNote(PER_ACCOUNT, address);
    } catch (refusal) {
      const device = await this.devices.keyOfKnown(address);
      if (device === undefined) throw refusal;
      return this.passAndNote(PER_DEVICE, device);
    }
  }

  private async passAndNote(brake: Brake, key: string): Promise<CountedTry> {
    await this.pass(brake, key);
    await this.note(brake, key);
    return { counter: brake.counter, key };
  }

  private async hold(): Promise<void> {
    if (this.held >= MOST_HELD) return;
    this.held++;
    await setTimeout(HOLD_MS);
    this.held--;
  }

  /** Throws while the delay that the last failure began is not over; then begins it again. */
  private async pass(brake: Brake, key: string): Promise<void> {
    await this.delay(brake, key, await this.limits.counted(brake.counter, key));
  }

  /** Counts a failure and begins the delay before the next try. */
  private async note(brake: Brake, key: string): Promise<void> {
    const before = await this.limits.counted(brake.counter, key);
    await this.limits.count(brake.counter, key);
    const longer = secondsAfter(before + 1, brake) > secondsAfter(before, brake);
    if (longer) await this.delay(brake, key, before + 1);
  }

  private async delay(brake: Brake, key: string, failures: number): Promise<void> {
    const seconds = secondsAfter(failures, brake);
    if (seconds > 0)
      await this.limits.count({ name: `${brake.counter.name}:${seconds}s`, points: 1, seconds }, key);
  }
}

function secondsAfter(failures: number, { free, longestSeconds }: Brake): number {
  return delaySeconds(failures - free, longestSeconds);
}

/** 1, 2, 4, … seconds for the first, second, third failure beyond the free ones. */
export function delaySeconds(failuresBeyond: number, longestSeconds: number): number {
  if (failuresBeyond < 0) return 0;
  return Math.min(longestSeconds, 2 ** Math.min(failuresBeyond, 30));
}

function clientAddress(): string {
  return currentRequest()?.ip ?? 'unknown';
}
