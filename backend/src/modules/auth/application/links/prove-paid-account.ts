import { Injectable } from '@nestjs/common';
import { Database } from '../../../../platform/database/database.js';
import { InvalidCredentialsError, LinkExpiredError } from '../../domain/auth-errors.js';
import type { AccountEntity } from '../../persistence/account.entity.js';
import { AccountsRepository } from '../../persistence/accounts.repository.js';
import { SessionsRepository } from '../../persistence/sessions.repository.js';
import type { ProvenCaller } from '../sessions/callers.js';
import { LinkUse, type FoundLink } from './link-use.js';
import { ProveAddress } from '../accounts/prove-address.js';
import { ProvePassword } from '../passwords/prove-password.js';
import { SessionGrants, type OpenSession, type SessionGrant } from '../sessions/session-grants.js';

/**
 * The link in the welcome mail of an account made by a payment. Whoever paid need not be whoever reads the mail, so the link
 * alone proves nothing: its bearer shows as well that the account is his, and then keeps his password.
 */
@Injectable()
export class ProvePaidAccount {
  constructor(
    private readonly database: Database,
    private readonly links: LinkUse,
    private readonly passwords: ProvePassword,
    private readonly accounts: AccountsRepository,
    private readonly sessions: SessionsRepository,
    private readonly proof: ProveAddress,
    private readonly grants: SessionGrants,
  ) {}

  /**
   * With the account's password. A link that was sent to a corrected address signs in, as the password alone would, and proves
   * nothing. Throws `invalid_credentials`; the link can be tried again.
   */
  async withPassword(secret: string, password: string): Promise<SessionGrant> {
    const found = await this.links.find(secret, ['payment']);
    const proven = await this.passwords.proveWithoutCaptcha(found.account.email ?? '', password);
    if (proven?.account.id !== found.account.id) throw new InvalidCredentialsError();
    return this.grantAfter(async () => {
      const account = await this.links.take(found);
      if (account.passwordHash !== proven.passwordHash) throw new InvalidCredentialsError();
      return this.proveAndOpen(account, found);
    });
  }

  /** By somebody who is signed in to the account already. His session is replaced by the one answered. */
  async withSession(secret: string, caller: ProvenCaller): Promise<SessionGrant> {
    const found = await this.links.find(secret, ['payment']);
    if (found.account.id !== caller.accountId) throw new LinkExpiredError();
    return this.grantAfter(async () => {
      const account = await this.links.takeProving(found);
      if (!(await this.sessions.end(account.id, caller.sessionId))) throw new LinkExpiredError();
      return this.proveAndOpen(account, found);
    });
  }

  private async proveAndOpen(account: AccountEntity, { token }: FoundLink): Promise<Opened> {
    if (token.addressNormalised === account.emailNormalised) {
      await this.proof.prove(account, { way: 'payment', keepWaysIn: true });
    }
    return { account, session: await this.grants.open(account, 'otp') };
  }

  private async grantAfter(work: () => Promise<Opened>): Promise<SessionGrant> {
    const { account, session } = await this.database.transaction(work);
    return this.grants.grant(account, session);
  }
}

interface Opened {
  account: AccountEntity;
  session: OpenSession;
}
