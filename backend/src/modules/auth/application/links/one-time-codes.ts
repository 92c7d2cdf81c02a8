import { Injectable } from '@nestjs/common';
import { createHmac, randomInt } from 'node:crypto';
import { Settings } from '../../../../platform/config/settings.js';
import { normalizeEmail } from '../../domain/email-address.js';

const DIGITS = 6;

/**
 * Six digits for people who read their email on another device. A plain hash of them could be tried out in a second by the person who
 * reads the database, so they are hashed under the installation's secret, for one account and one address.
 */
@Injectable()
export class OneTimeCodes {
  private readonly key: Buffer;

  constructor(settings: Settings) {
    this.key = createHmac('sha256', settings.auth.sharedSecret).update('one-time codes').digest();
  }

  create(): string {
    return String(randomInt(10 ** DIGITS)).padStart(DIGITS, '0');
  }

  /** Spaces in the code do not count: people copy them along. */
  hash(userId: string, address: string, code: string): Buffer {
    const parts = [userId, normalizeEmail(address), code.replace(/\s+/g, '')];
    return createHmac('sha256', this.key).update(JSON.stringify(parts)).digest();
  }
}
