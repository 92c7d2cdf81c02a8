import { Injectable } from '@nestjs/common';
import { Audit } from '../../../../platform/audit/audit.js';
import { Clock } from '../../../../platform/clock/clock.js';
import { Settings } from '../../../../platform/config/settings.js';
import { Outbox } from '../../../../platform/outbox/outbox.js';
import { EmailExistsError, EmailNotConfirmedError, LinkExpiredError } from '../../domain/auth-errors.js';
import type { CodeChallenge } from '../../domain/code-challenge.js';
import { normaliseEmail } from '../../domain/email-address.js';
import { accountEmailChanged, accountEmailChangeRequested } from '../../domain/events.js';
import type { AccountEntity } from '../../persistence/account.entity.js';
import { AccountsRepository } from '../../persistence/accounts.repository.js';
import { OneTimeTokensRepository } from '../../persistence/one-time-tokens.repository.js';
import { Flows } from '../flows/flows.js';
import { ConvertAnonymous } from './convert-anonymous.js';

export interface EmailChangeWish {
  email: string;
  /** Judged already; null for the site. */
  redirectTo: string | null;
  codeChallenge: CodeChallenge | undefined;
}

/**
 * A new address for an account, agreed to from both mailboxes: the new one, because it must be the owner's, and the present one,
 * because a stolen session alone must not carry the account away. An account that has no address yet agrees from the new one alone. Everything in a transaction, on a locked account.
 */
@Injectable()
export class ChangeEmail {
  constructor(
    private readonly accounts: AccountsRepository,
    private readonly links: OneTimeTokensRepository,
    private readonly flows: Flows,
    private readonly conversion: ConvertAnonymous,
    private readonly outbox: Outbox,
    private readonly audit: Audit,
    private readonly settings: Settings,
    private readonly clock: Clock,
  ) {}

  /** Whether the wish is for another address than the account's. Throws for one that it may not have. */
  async judge(account: AccountEntity, email: string): Promise<boolean> {
    if (normaliseEmail(email) === account.emailNormalised) return false;
    // An unproven address never changes: it would carry the plan of whoever typed it to a mailbox of his choice.
    if (account.email != null && account.emailConfirmedAt == null) throw new EmailNotConfirmedError();
    if (await this.accounts.findByEmail(email)) throw new EmailExistsError();
    return true;
  }

  /** Notes the wish without a mail: the links are handed out by whoever asked for them. The same wish again changes nothing. */
  async note(account: AccountEntity, email: string): Promise<void> {
    if (account.newEmail === email.trim()) return;
    await this.judge(account, email);
    account.newEmail = email.trim();
    account.emailChangeAgreed = null;
    await this.links.voidPurposeOf(account.id, 'email_change');
    await this.record(account, 'account.email-change-asked', { by: 'service key' });
  }

  /** Notes the wish and asks both mailboxes. An earlier wish, and what was sent for it, counts no more. */
  async ask(account: AccountEntity, { email, redirectTo, codeChallenge }: EmailChangeWish): Promise<void> {
    if (!(await this.judge(account, email))) return;
    if (account.isAnonymous && this.settings.auth.autoconfirmEmail) return this.move(account, email.trim());
    account.newEmail = email.trim();
    account.emailChangeAgreed = null;
    account.emailChangeSentAt = this.clock.now();
    await this.links.voidPurposeOf(account.id, 'email_change');
    const flow = await this.flows.begin(account.id, codeChallenge);
    await this.outbox.emit(accountEmailChangeRequested, { accountId: account.id, redirectTo, ...flow });
    await this.record(account, 'account.email-change-asked');
  }

  /** One of the mailboxes agrees. True when both have, and the account has its new address. Throws `email_exists`. */
  async agree(account: AccountEntity, addressNormalised: string): Promise<boolean> {
    const { newEmail } = account;
    const side = addressNormalised === account.emailNormalised ? 'present' : 'new';
    if (newEmail == null || (side === 'new' && addressNormalised !== normaliseEmail(newEmail))) {
      throw new LinkExpiredError();
    }
    const alone = account.emailNormalised == null;
    if (!alone && (account.emailChangeAgreed == null || account.emailChangeAgreed === side)) {
      account.emailChangeAgreed = side;
      await this.record(account, 'account.email-change-agreed', { side });
      return false;
    }
    await this.move(account, newEmail);
    return true;
  }

  /** The first address of an account, proven by whoever gives it. In a transaction, for a free address. */
  giveFirst(account: AccountEntity, email: string): Promise<void> {
    return this.conversion.toPerson(account, email.trim());
  }

  private async move(account: AccountEntity, newEmail: string): Promise<void> {
    if (await this.accounts.lockByEmail(newEmail)) throw new EmailExistsError();
    const formerAddress = account.email;
    if (formerAddress == null) {
      await this.conversion.toPerson(account, newEmail);
    } else {
      await this.moveTo(account, newEmail);
      await this.links.voidAllOf(account.id);
      await this.outbox.emit(accountEmailChanged, { accountId: account.id, formerAddress });
    }
    await this.record(account, 'account.email-changed');
  }

  /** Writes the new address into the account and its own identity; whether it may, the caller has seen to. */
  async moveTo(account: AccountEntity, newEmail: string): Promise<void> {
    const now = this.clock.now();
    Object.assign(account, {
      email: newEmail,
      emailNormalised: normaliseEmail(newEmail),
      newEmail: null,
      emailChangeAgreed: null,
      updatedAt: now,
    } satisfies Partial<AccountEntity>);
    for (const identity of await this.accounts.identitiesOf(account.id)) {
      if (identity.provider !== 'email') continue;
      identity.email = normaliseEmail(newEmail);
      identity.identityData = { ...identity.identityData, email: newEmail, email_verified: true };
      identity.updatedAt = now;
    }
  }

  private record(
    { id }: AccountEntity,
    action: string,
    details: Record<string, unknown> = {},
  ): Promise<void> {
    return this.audit.record({ actorId: id, action, subject: { type: 'account', id }, details });
  }
}
