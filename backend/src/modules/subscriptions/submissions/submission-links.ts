import { timingSafeEqual, type KeyObject } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Clock } from '../../../platform/clock.js';
import { Settings } from '../../../platform/config/settings.js';
import { derivedKey, keyedHash } from '../../../platform/security/derived-key.js';
import { normalizeEmail } from '../../auth/index.js';
import { linkExpiresAt } from './domain/link-lifetime.js';

/** Target of the link in a receipt. The page acts only when a button is clicked, because email scanners open links. */
const MANAGE_PATH = '/cancel/manage';

/**
 * The link in the receipt of a submission, which shows that its user has access to the mailbox. It is derived from the reference and
 * the address, so it is not stored, and every copy of the receipt has the same link.
 */
@Injectable()
export class SubmissionLinks {
  private readonly key: KeyObject;

  constructor(
    private readonly settings: Settings,
    private readonly clock: Clock,
  ) {
    this.key = derivedKey(settings.auth.sharedSecret, 'cancellation links');
  }

  urlFor(reference: string, address: string): string {
    return this.urlWith(reference, this.computeToken(reference, address));
  }

  /** For staff, with a placeholder instead of the token. */
  urlWith(reference: string, token: string): string {
    return `${this.settings.siteUrl}${MANAGE_PATH}?${new URLSearchParams({ reference, token }).toString()}`;
  }

  isValid(
    token: string,
    submission: { reference: string; email: string | null; receivedAt: Date; refundable: boolean },
  ): boolean {
    const { reference, email } = submission;
    if (email === null || this.clock.now() >= linkExpiresAt(submission)) return false;
    const expected = Buffer.from(this.computeToken(reference, email));
    const given = Buffer.from(token);
    return given.length === expected.length && timingSafeEqual(given, expected);
  }

  private computeToken(reference: string, address: string): string {
    return keyedHash(this.key, `${reference} ${normalizeEmail(address)}`);
  }
}
