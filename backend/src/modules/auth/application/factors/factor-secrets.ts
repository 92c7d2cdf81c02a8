import { Injectable } from '@nestjs/common';
import { Settings } from '../../../../platform/config/settings.js';
import { SecretBox } from '../secret-box.js';

/** Encrypts the secrets of authenticator apps under the installation's own; each is bound to its factor's id. */
@Injectable()
export class FactorSecrets {
  private readonly encryption: SecretBox;

  constructor(settings: Settings) {
    this.encryption = new SecretBox(settings.auth.sharedSecret, 'second factors');
  }

  encrypt(factorId: string, secret: string): Buffer {
    return this.encryption.encrypt(secret, factorId);
  }

  /** Throws for what was encrypted under another secret, or for another factor. */
  decrypt(factorId: string, encrypted: Buffer): string {
    return this.encryption.decrypt(encrypted, factorId);
  }
}
