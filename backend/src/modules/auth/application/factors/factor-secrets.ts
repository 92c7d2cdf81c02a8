import { Injectable } from '@nestjs/common';
import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';
import { Settings } from '../../../../platform/config/settings.js';

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Seals the secrets of authenticator apps under the installation's own; each is bound to its factor's id. */
@Injectable()
export class FactorSecrets {
  private readonly key: Buffer;

  constructor(settings: Settings) {
    this.key = createHmac('sha256', settings.auth.sharedSecret).update('second factors').digest();
  }

  seal(factorId: string, secret: string): Buffer {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(CIPHER, this.key, nonce).setAAD(Buffer.from(factorId));
    return Buffer.concat([nonce, cipher.update(secret, 'utf8'), cipher.final(), cipher.getAuthTag()]);
  }

  /** Throws for what was sealed under another secret, or for another factor. */
  open(factorId: string, sealed: Buffer): string {
    const nonce = sealed.subarray(0, NONCE_BYTES);
    const decipher = createDecipheriv(CIPHER, this.key, nonce)
      .setAAD(Buffer.from(factorId))
      .setAuthTag(sealed.subarray(-TAG_BYTES));
    const text = decipher.update(sealed.subarray(NONCE_BYTES, -TAG_BYTES));
    return Buffer.concat([text, decipher.final()]).toString('utf8');
  }
}
