import { Injectable } from '@nestjs/common';
import type { KeyObject } from 'node:crypto';
import { Clock } from '../../../platform/clock.js';
import { Settings } from '../../../platform/config/settings.js';
import { formatDuration, RateLimitedError } from '../../../platform/domain-error.js';
import { derivedKey, keyedHash } from '../../../platform/security/derived-key.js';
import { DeclinesRepository } from './declines.repository.js';

const WINDOW_SECONDS = 3600;
const MAX_DECLINES_PER_IP = 20;

/** Limits card testing: an IP address with too many declines can neither pay nor add a card. */
@Injectable()
export class DeclineLimits {
  private readonly hashKey: KeyObject;

  constructor(
    private readonly declines: DeclinesRepository,
    private readonly clock: Clock,
    private readonly settings: Settings,
  ) {
    this.hashKey = derivedKey(settings.auth.sharedSecret, 'checkout ip addresses');
  }

  /** Throws `rate_limited` after too many declines in the last hour. */
  async assertFew(ip: string): Promise<void> {
    if (!this.settings.rateLimits) return;
    const last = await this.declines.timeOfLast(MAX_DECLINES_PER_IP, this.hashIp(ip), WINDOW_SECONDS);
    if (!last) return;
    const elapsedSeconds = (this.clock.now().getTime() - last.getTime()) / 1000;
    const wait = Math.max(1, Math.ceil(WINDOW_SECONDS - elapsedSeconds));
    throw new RateLimitedError(
      wait,
      `Too many declined cards from your network. Nothing was charged. Please try again in ${formatDuration(wait)}.`,
    );
  }

  /** The hash under which declines of an IP address are stored. */
  hashIp(ip: string): string {
    return keyedHash(this.hashKey, ip);
  }
}
