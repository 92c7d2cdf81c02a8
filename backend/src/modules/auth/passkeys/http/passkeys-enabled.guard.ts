import { Injectable, type CanActivate } from '@nestjs/common';
import { Settings } from '../../../../platform/config/settings.js';
import { FeatureDisabledError } from '../../core/auth-errors.js';

/** Must come before other guards, so that the response is the same for all callers. */
@Injectable()
export class PasskeysEnabledGuard implements CanActivate {
  constructor(private readonly settings: Settings) {}

  canActivate(): boolean {
    if (this.settings.auth.passkeys) return true;
    throw new FeatureDisabledError('not_found', 'passkey_disabled', 'Passkeys are disabled');
  }
}
