import { Injectable } from '@nestjs/common';
import { Clock } from '../../../../platform/clock/clock.js';
import { Database } from '../../../../platform/database/database.js';
import { LinkExpiredError, UserBannedError } from '../../domain/auth-errors.js';
import { isBanned, type AccountEntity } from '../../persistence/account.entity.js';
import { AccountsRepository } from '../../persistence/accounts.repository.js';
import { OneTimeTokensRepository } from '../../persistence/one-time-tokens.repository.js';
import { CodeUse } from '../links/code-use.js';
import { SessionGrants, type SessionGrant } from '../sessions/session-grants.js';
import { ProvePhone } from './prove-phone.js';

/** What each type of the protocol is sent for. */
const PURPOSES = { sms: ['sms', 'sms_signup'], phone_change: ['phone_change'] } as const;
export type PhoneVerification = keyof typeof PURPOSES;

/** Trades a code from a text message for a session, and notes that its bearer has the number. */
@Injectable()
export class VerifyPhone {
  constructor(
    private readonly database: Database,
    private readonly accounts: AccountsRepository,
    private readonly tokens: OneTimeTokensRepository,
    private readonly codes: CodeUse,
    private readonly proof: ProvePhone,
    private readonly grants: SessionGrants,
    private readonly clock: Clock,
  ) {}

  /** Throws `otp_expired` for whatever does not work, `user_banned`, and `phone_exists` for a number taken meanwhile. */
  async verify(type: PhoneVerification, phone: string, code: string): Promise<SessionGrant> {
    const owners = await this.ownersOf(type, phone);
    const found = await this.codes.findOf(owners, phone, code, PURPOSES[type]);
    const { account, session } = await this.database.transaction(async () => {
      const locked = await this.accounts.lockById(found.accountId);
      if (!locked) throw expired();
      if (isBanned(locked, this.clock.now())) throw new UserBannedError('forbidden');
      if (!(await this.tokens.use(found.tokenHash, found))) throw expired();
      await this.accept(locked, phone, found.purpose);
      return { account: locked, session: await this.grants.open(locked, 'otp') };
    });
    return this.grants.grant(account, session);
  }

  private async ownersOf(type: PhoneVerification, phone: string): Promise<string[]> {
    if (type === 'phone_change') return this.tokens.accountsChangingAt(phone, 'phone_change');
    const account = await this.accounts.findByPhone(phone);
    return account ? [account.id] : [];
  }

  private async accept(account: AccountEntity, phone: string, purpose: string): Promise<void> {
    if (purpose === 'phone_change') {
      if (account.newPhone !== phone) throw expired();
      return this.proof.move(account, phone);
    }
    if (account.phone !== phone) throw expired();
    // Whoever asks for a code alone need not be who chose the password.
    await this.proof.prove(account, { keepWaysIn: purpose === 'sms_signup' });
  }
}

function expired(): LinkExpiredError {
  return new LinkExpiredError('Token has expired or is invalid');
}
