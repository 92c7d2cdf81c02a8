import { TERMS_VERSION } from '@subscription-site/shared/brand';
import { Injectable } from '@nestjs/common';
import { Clock } from '../../../../platform/clock/clock.js';
import { Database } from '../../../../platform/database/database.js';
import { normaliseEmail } from '../../domain/email-address.js';
import type { AccountEntity } from '../../persistence/account.entity.js';
import { addEmailIdentity } from './create-account.js';
import { ProveAddress } from './prove-address.js';

/** Gives an account its first address; an anonymous one is a person's from then on. Its sessions and what it holds stay. */
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
    const { provider = 'email', providers = [] } = account.appMetadata as {
      provider?: string;
      providers?: string[];
    };
    Object.assign(account, {
      email,
      emailNormalised: normaliseEmail(email),
      newEmail: null,
      emailChangeAgreed: null,
      isAnonymous: false,
      appMetadata: { ...account.appMetadata, provider, providers: [...new Set([...providers, 'email'])] },
      termsVersion: TERMS_VERSION,
      termsAcceptedAt: now,
      updatedAt: now,
    } satisfies Partial<AccountEntity>);
    addEmailIdentity(this.database.em, account, now);
    await this.database.em.flush();
    await this.proof.prove(account, { way: 'anonymous account', keepWaysIn: true });
  }
}
