import { Injectable } from '@nestjs/common';
import { Settings } from '../../../platform/config/settings.js';
import { SecretBox } from '../core/secret-box.js';

/** Encrypts authenticator app secrets with a key derived from the shared secret; each ciphertext is bound to its factor's id. */
@Injectable()
export class FactorSecrets {
  private readonly encryption: SecretBox;

  constructor(settings: Settings) {
    this.encryption = new SecretBox(settings.auth.sharedSecret, 'second factors');
  }

  encrypt(factorId: string, secret: string): Buffer {
    return this.encryption.encrypt(secret, factorId);
  }

  /** Throws if the ciphertext was made with another key or for another factor. */
  decrypt(factorId: string, encrypted: Buffer): string {
    return this.encryption.decrypt(encrypted, factorId);
  }
}
