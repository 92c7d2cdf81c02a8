import { Injectable } from '@nestjs/common';
import { setTimeout } from 'node:timers/promises';
import { RateLimitedError } from '../../../../platform/errors/domain-error.js';
import {
  AttemptLimits,
  type CountedAttempt,
  type Counter,
} from '../../../../platform/security/attempt-limits.js';
import { clientNetwork } from '../../../../platform/security/client-network.js';
import type { Limit } from '../../../../platform/security/rate-limits.js';
import { normalizeEmail } from '../../domain/email-address.js';
import { KnownDevices } from '../sessions/known-devices.js';

const PER_IP: Limit = { name: 'password:ip', points: 30, seconds: 300 };
const PER_ACCOUNT: Limit = { name: 'password:account', points: 20, seconds: 900 };
const PER_DEVICE: Limit = { name: 'password:device', points: 20, seconds: 900 };

/** How long an attempt that finds no room waits for its rejection. */
const REJECTION_DELAY_MS = 1000;
/** How long it waits while others are under way: those that are right make room. */
const MAX_WAIT_MS = 5000;
const POLL_MS = 200;
/** Further ones are rejected at once. */
const MAX_WAITING = 500;

export interface CheckedPassword<T> {
  /** What a right password leads to; undefined for a wrong one. */
  verified: T | undefined;
  /** For a password that differs from the present one and was no guess. */
  giveBack(): void;
}

/**
 * Limits guesses at passwords. Every attempt is counted before the password is hashed, per IP and per account (the normalized
 * address, whether it exists or not), and given back when the password is right. However many guesses strangers spend, a browser
 * that the account has been signed in to on has a limit of its own.
 *
 * Rejections come late: each keeps a connection of the caller waiting, and costs the process nothing.
 */
@Injectable()
export class PasswordAttempts {
  private waiting = 0;
  private inFlight = 0;

  constructor(
    private readonly limits: AttemptLimits,
    private readonly devices: KnownDevices,
  ) {}

  /** Counts the attempt, then checks it. Only a wrong password stays counted. Throws `rate_limited`. */
  async check<T>(identifier: string, prove: () => Promise<T | undefined>): Promise<CheckedPassword<T>> {
    const attempt = await this.begin(normalizeEmail(identifier));
    this.inFlight++;
    let wrong = false;
    try {
      const confirmed = await prove();
      wrong = confirmed === undefined;
      return { verified: confirmed, giveBack: () => attempt.giveBack() };
    } finally {
      this.inFlight--;
      if (!wrong) attempt.giveBack();
    }
  }

  private async begin(address: string): Promise<CountedAttempt> {
    const anyone: Counter[] = [
      [PER_IP, clientNetwork()],
      [PER_ACCOUNT, address],
    ];
    try {
      return await this.limits.begin(...anyone);
    } catch (rejection) {
      if (!(rejection instanceof RateLimitedError)) throw rejection;
    }
    const device = await this.devices.findDeviceKey(address);
    return this.beginDelayed(device === undefined ? anyone : [[PER_DEVICE, device]]);
  }

  private async beginDelayed(counters: readonly Counter[]): Promise<CountedAttempt> {
    const startedAt = performance.now();
    for (;;) {
      try {
        return await this.limits.begin(...counters);
      } catch (rejection) {
        const maxMs = this.inFlight > 0 ? MAX_WAIT_MS : REJECTION_DELAY_MS;
        const isOver = this.waiting >= MAX_WAITING || performance.now() - startedAt >= maxMs;
        if (isOver || !(rejection instanceof RateLimitedError)) throw rejection;
      }
      this.waiting++;
      await setTimeout(POLL_MS);
      this.waiting--;
    }
  }
}
