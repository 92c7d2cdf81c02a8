import { Injectable } from '@nestjs/common';
import { Settings } from '../../../../platform/config/settings.js';
import { Seal } from '../seal.js';

/** Seals what this installation proves itself to custom providers with; each secret is bound to its provider's id. */
@Injectable()
export class CustomProviderSecrets {
  private readonly sealing: Seal;

  constructor(settings: Settings) {
    this.sealing = new Seal(settings.auth.sharedSecret, 'custom providers');
  }

  seal(providerId: string, secret: string): Buffer {
    return this.sealing.close(secret, providerId);
  }

  /** Throws for what was sealed under another secret, or for another provider. */
  open(providerId: string, sealed: Buffer): string {
    return this.sealing.open(sealed, providerId);
  }
}
