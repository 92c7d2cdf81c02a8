import { Injectable } from '@nestjs/common';
import { Audit } from '../../../../platform/audit/audit.js';
import { Clock } from '../../../../platform/clock/clock.js';
import { Settings } from '../../../../platform/config/settings.js';
import { Outbox } from '../../../../platform/outbox/outbox.js';
import { EmailExistsError, EmailNotConfirmedError, OtpExpiredError } from '../../domain/auth-errors.js';
import type { CodeChallenge } from '../../domain/code-challenge.js';
import { normalizeEmail } from '../../domain/email-address.js';
import { userEmailChanged, userEmailChangeRequested } from '../../domain/events.js';
import type { UserEntity } from '../../persistence/user.entity.js';
import { UsersRepository } from '../../persistence/users.repository.js';
import { OneTimeTokensRepository } from '../../persistence/one-time-tokens.repository.js';
import { Flows } from '../flows/flows.js';
import { ConvertAnonymousUser } from './convert-anonymous-user.js';

export interface EmailChangeRequest {
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
    private readonly users: UsersRepository,
    private readonly tokens: OneTimeTokensRepository,
    private readonly flows: Flows,
    private readonly convertAnonymousUser: ConvertAnonymousUser,
    private readonly outbox: Outbox,
    private readonly audit: Audit,
    private readonly settings: Settings,
    private readonly clock: Clock,
  ) {}

  /** Whether the wish is for another address than the account's. Throws for one that it may not have. */
  async isChange(user: UserEntity, email: string): Promise<boolean> {
    if (normalizeEmail(email) === user.emailNormalized) return false;
    // An unconfirmed address never changes: it would carry the plan of the person who typed it to a mailbox of his choice.
    if (user.email != null && user.emailConfirmedAt == null) throw new EmailNotConfirmedError();
    if (await this.users.findByEmail(email)) throw new EmailExistsError();
    return true;
  }

  /** Notes the wish without an email: the links are handed out by the person who asked for them. The same wish again changes nothing. */
  async setPending(user: UserEntity, email: string): Promise<void> {
    if (user.newEmail === email.trim()) return;
    await this.isChange(user, email);
    user.newEmail = email.trim();
    user.emailChangeConfirmedBy = null;
    await this.tokens.removeByPurpose(user.id, 'email_change');
    await this.record(user, 'user.email_change_requested', { by: 'service key' });
  }

  /** Notes the wish and asks both mailboxes. An earlier wish, and what was sent for it, counts no more. */
  async request(user: UserEntity, { email, redirectTo, codeChallenge }: EmailChangeRequest): Promise<void> {
    if (!(await this.isChange(user, email))) return;
    if (user.isAnonymous && this.settings.auth.autoconfirmEmail) return this.applyChange(user, email.trim());
    user.newEmail = email.trim();
    user.emailChangeConfirmedBy = null;
    user.emailChangeSentAt = this.clock.now();
    await this.tokens.removeByPurpose(user.id, 'email_change');
    const flow = await this.flows.begin(user.id, codeChallenge);
    await this.outbox.emit(userEmailChangeRequested, { userId: user.id, redirectTo, ...flow });
    await this.record(user, 'user.email_change_requested');
  }

  /** One of the mailboxes agrees. True when both have, and the account has its new address. Throws `email_exists`. */
  async confirm(user: UserEntity, recipient: string): Promise<boolean> {
    const { newEmail } = user;
    const side = recipient === user.emailNormalized ? 'present' : 'new';
    if (newEmail == null || (side === 'new' && recipient !== normalizeEmail(newEmail))) {
      throw new OtpExpiredError();
    }
    const alone = user.emailNormalized == null;
    if (!alone && (user.emailChangeConfirmedBy == null || user.emailChangeConfirmedBy === side)) {
      user.emailChangeConfirmedBy = side;
      await this.record(user, 'user.email_change_confirmed', { side });
      return false;
    }
    await this.applyChange(user, newEmail);
    return true;
  }

  /** The first address of an account, confirmed by the person who gives it. In a transaction, for a free address. */
  setFirst(user: UserEntity, email: string): Promise<void> {
    return this.convertAnonymousUser.toPermanent(user, email.trim());
  }

  private async applyChange(user: UserEntity, newEmail: string): Promise<void> {
    if (await this.users.lockByEmail(newEmail)) throw new EmailExistsError();
    const formerEmail = user.email;
    if (formerEmail == null) {
      await this.convertAnonymousUser.toPermanent(user, newEmail);
    } else {
      await this.apply(user, newEmail);
      await this.tokens.removeAllForUser(user.id);
      await this.outbox.emit(userEmailChanged, { userId: user.id, formerEmail });
    }
    await this.record(user, 'user.email_changed');
  }

  /** Writes the new address into the account and its own identity; whether it may, the caller has seen to. */
  async apply(user: UserEntity, newEmail: string): Promise<void> {
    const now = this.clock.now();
    Object.assign(user, {
      email: newEmail,
      emailNormalized: normalizeEmail(newEmail),
      newEmail: null,
      emailChangeConfirmedBy: null,
      updatedAt: now,
    } satisfies Partial<UserEntity>);
    for (const identity of await this.users.identitiesOf(user.id)) {
      if (identity.provider !== 'email') continue;
      identity.email = normalizeEmail(newEmail);
      identity.identityData = { ...identity.identityData, email: newEmail, email_verified: true };
      identity.updatedAt = now;
    }
  }

  private record({ id }: UserEntity, action: string, details: Record<string, unknown> = {}): Promise<void> {
    return this.audit.record({ actorId: id, action, subject: { type: 'user', id }, details });
  }
}
