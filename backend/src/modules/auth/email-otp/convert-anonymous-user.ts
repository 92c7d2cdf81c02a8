import { TERMS_VERSION } from '@subscription-site/shared/brand';
import { Injectable } from '@nestjs/common';
import { Clock } from '../../../platform/clock/clock.js';
import { Database } from '../../../platform/database/database.js';
import { normalizeEmail } from '../core/email-and-phone.js';
import { addEmailIdentity } from '../users/create-user.js';
import type { UserEntity } from '../users/persistence/user.entity.js';
import { ConfirmEmail } from './confirm-email.js';

/** Gives a user their first email, which makes an anonymous user permanent. Sessions and data are kept. */
@Injectable()
export class ConvertAnonymousUser {
  constructor(
    private readonly database: Database,
    private readonly confirmEmail: ConfirmEmail,
    private readonly clock: Clock,
  ) {}

  /** Call inside a transaction, on a locked user. The address must be unused, and confirmed unless the settings skip that. */
  async toPermanent(user: UserEntity, email: string): Promise<void> {
    const now = this.clock.now();
    const { provider = 'email', providers = [] } = user.appMetadata as {
      provider?: string;
      providers?: string[];
    };
    Object.assign(user, {
      email,
      emailNormalized: normalizeEmail(email),
      newEmail: null,
      emailChangeConfirmedBy: null,
      isAnonymous: false,
      appMetadata: { ...user.appMetadata, provider, providers: [...new Set([...providers, 'email'])] },
      termsVersion: TERMS_VERSION,
      termsAcceptedAt: now,
      updatedAt: now,
    } satisfies Partial<UserEntity>);
    addEmailIdentity(this.database.em, user, now);
    await this.database.em.flush();
    await this.confirmEmail.confirm(user, { method: 'anonymous account', keepCredentials: true });
  }
}
