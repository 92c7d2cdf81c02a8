import { Injectable } from '@nestjs/common';
import { Settings } from '../../../platform/config/settings.js';
import { SecretBox } from '../core/secret-box.js';

/** Encrypts the client secrets of custom providers; each ciphertext is bound to its provider's id. */
@Injectable()
export class CustomProviderSecrets {
  private readonly encryption: SecretBox;

  constructor(settings: Settings) {
    this.encryption = new SecretBox(settings.auth.sharedSecret, 'custom providers');
  }

  encrypt(providerId: string, secret: string): Buffer {
    return this.encryption.encrypt(secret, providerId);
  }

  /** Throws if the ciphertext was made with another key or for another provider. */
  decrypt(providerId: string, encrypted: Buffer): string {
    return this.encryption.decrypt(encrypted, providerId);
  }
}
