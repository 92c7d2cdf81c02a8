import { TERMS_VERSION } from '@subscription-site/shared/brand';
import { Injectable } from '@nestjs/common';
import { Clock } from '../../../../platform/clock/clock.js';
import { Database } from '../../../../platform/database/database.js';
import { normaliseEmail } from '../../domain/email-address.js';
import type { AccountEntity } from '../../persistence/account.entity.js';
import { addEmailIdentity } from './create-account.js';
import { ProveAddress } from './prove-address.js';

/** Makes an anonymous account that of a person, who has an address from then on. Its sessions and what it holds stay. */
@Injectable()
export class ConvertAnonymous {
  constructor(
    private readonly database: Database,
    private readonly proof: ProveAddress,
    private readonly clock: Clock,
  ) {}

  /** In a transaction, on a locked account, for a free address whose owner has agreed or needs not be asked. */
  async toPerson(account: AccountEntity, email: string): Promise<void> {
    const now = this.clock.now();
    Object.assign(account, {
      email,
      emailNormalised: normaliseEmail(email),
      newEmail: null,
      emailChangeAgreed: null,
      isAnonymous: false,
      appMetadata: { ...account.appMetadata, provider: 'email', providers: ['email'] },
      termsVersion: TERMS_VERSION,
      termsAcceptedAt: now,
      updatedAt: now,
    } satisfies Partial<AccountEntity>);
    addEmailIdentity(this.database.em, account, now);
    await this.database.em.flush();
    await this.proof.prove(account, { way: 'anonymous account', keepWaysIn: true });
  }
}
