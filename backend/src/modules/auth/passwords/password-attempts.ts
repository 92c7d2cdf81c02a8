import { Injectable } from '@nestjs/common';
import { setTimeout } from 'node:timers/promises';
import { RateLimitedError } from '../../../platform/domain-error.js';
import {
  AttemptLimiter,
  type CountedAttempt,
  type Counter,
} from '../../../platform/security/attempt-limiter.js';
import { clientNetwork } from '../../../platform/security/client-network.js';
import type { Limit } from '../../../platform/security/rate-limits.js';
import { normalizeEmail } from '../core/email-and-phone.js';
import { KnownDevices } from '../sessions/known-devices.js';

const PER_IP: Limit = { name: 'password:ip', points: 30, seconds: 300 };
const PER_ACCOUNT: Limit = { name: 'password:account', points: 20, seconds: 900 };
const PER_DEVICE: Limit = { name: 'password:device', points: 20, seconds: 900 };

/** How long it is held while other attempts are in flight, since correct ones are released and free capacity. */
const MAX_WAIT_MS = 5000;
const POLL_MS = 200;
/** When this many attempts are already waiting, further ones are rejected immediately. */
const MAX_WAITING = 500;

export interface CheckedPassword<T> {
  /** The verification result; undefined for a wrong password. */
  verified: T | undefined;
  /** Takes back a mismatch that was not a guess, e.g. when a new password was compared with the current one. */
  release(): void;
}

/**
 * Limits password guesses. Every attempt is counted before the password is hashed, per IP and per account (the normalized
 * address, whether it exists or not), and released if the password is right. Known devices have a separate limit, so an attacker
 * who exhausts the account's limit does not lock its owner out.
 *
 * Rejections are delayed: that ties up the caller's connection at almost no cost to the process.
 */
@Injectable()
export class PasswordAttempts {
  /** How long an attempt over the limit is held before it is rejected. Tests shorten it. */
  rejectionDelayMs = 1000;
  private waiting = 0;
  private inFlight = 0;

  constructor(
    private readonly limiter: AttemptLimiter,
    private readonly devices: KnownDevices,
  ) {}

  /** Counts the attempt, then checks it. Only a wrong password stays counted. Throws `rate_limited`. */
  async check<T>(identifier: string, verify: () => Promise<T | undefined>): Promise<CheckedPassword<T>> {
    const attempt = await this.begin(normalizeEmail(identifier));
    this.inFlight++;
    let wrong = false;
    try {
      const verified = await verify();
      wrong = verified === undefined;
      return { verified, release: () => attempt.release() };
    } finally {
      this.inFlight--;
      if (!wrong) attempt.release();
    }
  }

  private async begin(address: string): Promise<CountedAttempt> {
    const shared: Counter[] = [
      [PER_IP, clientNetwork()],
      [PER_ACCOUNT, address],
    ];
    try {
      return await this.limiter.begin(...shared);
    } catch (rejection) {
      if (!(rejection instanceof RateLimitedError)) throw rejection;
    }
    const device = await this.devices.findDeviceKey(address);
    return this.beginDelayed(device === undefined ? shared : [[PER_DEVICE, device]]);
  }

  private async beginDelayed(counters: readonly Counter[]): Promise<CountedAttempt> {
    const startedAt = performance.now();
    for (;;) {
      try {
        return await this.limiter.begin(...counters);
      } catch (rejection) {
        const maxMs = this.inFlight > 0 ? MAX_WAIT_MS : this.rejectionDelayMs;
        const isOver = this.waiting >= MAX_WAITING || performance.now() - startedAt >= maxMs;
        if (isOver || !(rejection instanceof RateLimitedError)) throw rejection;
      }
      this.waiting++;
      await setTimeout(POLL_MS);
      this.waiting--;
    }
  }
}
