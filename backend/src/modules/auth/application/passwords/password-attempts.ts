import { Injectable } from '@nestjs/common';
import { currentRequest } from '../../../../platform/logging/request-context.js';
import { RateLimits, type Limit } from '../../../../platform/security/rate-limits.js';
import { normaliseEmail } from '../../domain/email-address.js';

interface Brake {
  counter: Limit;
  /** Failures without any delay. */
  free: number;
  longestSeconds: number;
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

/**
 * Slows down guessing: after some wrong passwords the next try must wait, one second first, then twice as long each time.
 * One client is slowed down longer than one account, and a refused try counts for nothing, so that a single stranger's guesses
 * leave the owner room to come in. Known and unknown addresses are treated alike.
 */
@Injectable()
export class PasswordAttempts {
  constructor(private readonly limits: RateLimits) {}

  /** Counts the try before the password is checked, so that many at once are not many free ones. Throws `rate_limited`. */
  async begin(email: string): Promise<void> {
    const address = normaliseEmail(email);
    await this.pass(PER_CLIENT, clientAddress());
    await this.pass(PER_ACCOUNT, address);
    await this.note(PER_ACCOUNT, address);
  }

  async failed(): Promise<void> {
    await this.note(PER_CLIENT, clientAddress());
  }

  async succeeded(email: string): Promise<void> {
    await this.limits.forget(PER_ACCOUNT.counter, normaliseEmail(email));
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
