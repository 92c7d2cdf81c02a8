import { Injectable } from '@nestjs/common';
import { Audit } from '../../../platform/audit/audit.js';
import { Clock } from '../../../platform/clock/clock.js';
import { Settings } from '../../../platform/config/settings.js';
import { Outbox } from '../../../platform/outbox/outbox.js';
import { EmailExistsError, EmailNotConfirmedError, OtpExpiredError } from '../core/auth-errors.js';
import { normalizeEmail } from '../core/email-and-phone.js';
import { userEmailChanged, userEmailChangeRequested } from '../core/events.js';
import { OneTimeTokensRepository } from '../one-time-tokens/one-time-tokens.repository.js';
import type { CodeChallenge } from '../pkce/code-challenge.js';
import { Flows } from '../pkce/flows.js';
import type { UserEntity } from '../users/persistence/user.entity.js';
import { UsersRepository } from '../users/persistence/users.repository.js';
import { ConvertAnonymousUser } from './convert-anonymous-user.js';

export interface EmailChangeRequest {
  email: string;
  /** Already validated; null for the site. */
  redirectTo: string | null;
  codeChallenge: CodeChallenge | undefined;
}

/**
 * Changes a user's email after confirmation from both addresses: the new one because it must belong to the user, the current one
 * because a stolen session must not be enough to take over the account. A user without an email confirms the new one only. Call
 * everything inside a transaction, on a locked user.
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

  /** Whether `email` differs from the user's. Throws `email_not_confirmed`, and `email_exists` if the address is in use. */
  async isChange(user: UserEntity, email: string): Promise<boolean> {
    if (normalizeEmail(email) === user.emailNormalized) return false;
    // Someone who entered another person's email must not move the account, and its plan, to an address of their choice.
    if (user.email != null && user.emailConfirmedAt == null) throw new EmailNotConfirmedError();
    if (await this.users.findByEmail(email)) throw new EmailExistsError();
    return true;
  }

  /** Marks a change as pending without sending emails: the operator delivers the links. Repeating it changes nothing. */
  async setPending(user: UserEntity, email: string): Promise<void> {
    if (user.newEmail === email.trim()) return;
    await this.isChange(user, email);
    user.newEmail = email.trim();
    user.emailChangeConfirmedBy = null;
    await this.tokens.removeByPurpose(user.id, 'email_change');
    await this.record(user, 'user.email_change_requested', { by: 'service key' });
  }

  /** Marks a change as pending and emails both addresses. Replaces an earlier change and voids its links. */
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

  /** Confirms from one address. True once both have confirmed and the email has changed. Throws `otp_expired`, `email_exists`. */
  async confirm(user: UserEntity, recipient: string): Promise<boolean> {
    const { newEmail } = user;
    const side = recipient === user.emailNormalized ? 'present' : 'new';
    if (newEmail == null || (side === 'new' && recipient !== normalizeEmail(newEmail))) {
      throw new OtpExpiredError();
    }
    const needsOneConfirmation = user.emailNormalized == null;
    if (
      !needsOneConfirmation &&
      (user.emailChangeConfirmedBy == null || user.emailChangeConfirmedBy === side)
    ) {
      user.emailChangeConfirmedBy = side;
      await this.record(user, 'user.email_change_confirmed', { side });
      return false;
    }
    await this.applyChange(user, newEmail);
    return true;
  }

  /** Sets and confirms a user's first email. The address must not be in use. */
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

  /** Updates the user and their email identity. The caller has checked that the change is allowed. */
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
