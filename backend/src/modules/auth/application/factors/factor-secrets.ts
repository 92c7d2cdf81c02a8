import { Injectable } from '@nestjs/common';
import { Settings } from '../../../../platform/config/settings.js';
import { Seal } from '../seal.js';

/** Seals the secrets of authenticator apps under the installation's own; each is bound to its factor's id. */
@Injectable()
export class FactorSecrets {
  private readonly sealing: Seal;

  constructor(settings: Settings) {
    this.sealing = new Seal(settings.auth.sharedSecret, 'second factors');
  }

  seal(factorId: string, secret: string): Buffer {
    return this.sealing.close(secret, factorId);
  }

  /** Throws for what was sealed under another secret, or for another factor. */
  open(factorId: string, sealed: Buffer): string {
    return this.sealing.open(sealed, factorId);
  }
}
