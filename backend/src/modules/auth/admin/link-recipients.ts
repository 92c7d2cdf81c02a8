import { Injectable } from '@nestjs/common';
import { RealClock } from '../../../platform/clock.js';
import { EmailExistsError, InvalidInputError, UserNotFoundError } from '../core/auth-errors.js';
import { fullNameIn } from '../core/user-metadata.js';
import { ChangeEmail } from '../email-otp/change-email.js';
import type { LinkPurpose } from '../one-time-tokens/one-time-links.js';
import { CreateUser } from '../users/create-user.js';
import type { UserEntity } from '../users/persistence/user.entity.js';
import { UsersRepository } from '../users/persistence/users.repository.js';
import { InviteUser } from './invite-user.js';

export const GENERATED_LINK_TYPES = [
  'signup',
  'invite',
  'magiclink',
  'recovery',
  'email_change_current',
  'email_change_new',
] as const;

export interface LinkInput {
  type: (typeof GENERATED_LINK_TYPES)[number];
  email: string;
  newEmail: string | undefined;
  userMetadata: Record<string, unknown>;
}

export interface LinkRecipient {
  user: UserEntity;
  purpose: LinkPurpose;
  /** The link confirms this address. */
  address: string;
}

/** Finds or creates the user that the operator generates a link for. */
@Injectable()
export class LinkRecipients {
  constructor(
    private readonly users: UsersRepository,
    private readonly createUser: CreateUser,
    private readonly inviteUser: InviteUser,
    private readonly changeEmail: ChangeEmail,
    private readonly clock: RealClock,
  ) {}

  /** Call inside a transaction. `passwordHash` is set for `signup` only. Throws `user_not_found`, `email_exists`. */
  async prepare(input: LinkInput, passwordHash: string | null): Promise<LinkRecipient> {
    const address = input.email;
    switch (input.type) {
      case 'signup':
        return { user: await this.signUp(input, passwordHash), purpose: 'signup', address };
      case 'invite':
        return { user: await this.inviteUser.prepare(input), purpose: 'invite', address };
      case 'magiclink': {
        const existing = await this.users.lockByEmail(input.email);
        if (existing) existing.recoverySentAt = this.clock.now();
        return existing
          ? { user: existing, purpose: 'magiclink', address }
          : { user: await this.create(input, null), purpose: 'signup', address };
      }
      case 'recovery': {
        const user = await this.findExisting(input);
        user.recoverySentAt = this.clock.now();
        return { user, purpose: 'recovery', address };
      }
      default:
        return this.prepareChange(input);
    }
  }

  private async prepareChange(input: LinkInput): Promise<LinkRecipient> {
    if (input.newEmail === undefined) throw new InvalidInputError('A new email address is required');
    const user = await this.findExisting(input);
    await this.changeEmail.setPending(user, input.newEmail);
    user.emailChangeSentAt = this.clock.now();
    const address = input.type === 'email_change_current' ? input.email : input.newEmail;
    return { user, purpose: 'email_change', address };
  }

  private async findExisting({ email }: LinkInput): Promise<UserEntity> {
    const user = await this.users.lockByEmail(email);
    if (!user) throw new UserNotFoundError();
    return user;
  }

  /** The operator decides who gets the link, so their password replaces the one an unconfirmed user may have set. */
  private async signUp(input: LinkInput, passwordHash: string | null): Promise<UserEntity> {
    const existing = await this.users.lockByEmail(input.email);
    if (!existing) return this.create(input, passwordHash);
    if (existing.emailConfirmedAt != null || existing.origin === 'payment') throw new EmailExistsError();
    existing.passwordHash = passwordHash;
    existing.confirmationSentAt = this.clock.now();
    return existing;
  }

  private async create(input: LinkInput, passwordHash: string | null): Promise<UserEntity> {
    const { email, userMetadata } = input;
    const user = await this.createUser.create({
      email,
      userMetadata,
      passwordHash,
      fullName: fullNameIn(userMetadata),
      origin: 'admin',
    });
    user.confirmationSentAt = this.clock.now();
    return user;
  }
}
