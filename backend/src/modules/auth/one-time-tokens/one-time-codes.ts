import { cleanCode } from '@subscription-site/shared/typed-text';
import { Injectable } from '@nestjs/common';
import { createHmac, randomInt } from 'node:crypto';
import { Settings } from '../../../platform/config/settings.js';
import { normalizeEmail } from '../core/email-and-phone.js';

const DIGITS = 6;

/**
 * Six-digit codes for people who read their email on another device. The hash is keyed with the shared secret and bound to one
 * user and address: a plain hash of six digits could be brute-forced from a database dump in a second.
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

  hash(userId: string, address: string, code: string): Buffer {
    const parts = [userId, normalizeEmail(address), cleanCode(code)];
    return createHmac('sha256', this.key).update(JSON.stringify(parts)).digest();
  }
}
