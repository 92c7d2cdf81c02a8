import { Injectable } from '@nestjs/common';
import { Audit } from '../../../platform/audit/audit.js';
import { Clock } from '../../../platform/clock/clock.js';
import { Database } from '../../../platform/database/database.js';
import { EmailExistsError, InvalidInputError, UserNotFoundError } from '../core/auth-errors.js';
import { fullNameIn } from '../core/user-metadata.js';
import { ChangeEmail } from '../email-otp/change-email.js';
import { OneTimeLinks, type LinkPurpose } from '../one-time-tokens/one-time-links.js';
import { Passwords } from '../passwords/passwords.js';
import { CreateUser } from '../users/create-user.js';
import { describeUser } from '../users/describe-user.js';
import type { UserEntity } from '../users/persistence/user.entity.js';
import { UsersRepository } from '../users/persistence/users.repository.js';
import type { User } from '../users/user.js';
import { InviteUser } from './invite-user.js';

export const GENERATED_LINK_TYPES = [
  'signup',
  'invite',
  'magiclink',
  'recovery',
  'email_change_current',
  'email_change_new',
] as const;

export interface GenerateLinkInput {
  type: (typeof GENERATED_LINK_TYPES)[number];
  email: string;
  newEmail: string | undefined;
  password: string | undefined;
  userMetadata: Record<string, unknown>;
}

export interface GeneratedLink {
  user: User;
  /** The `type` to call `verify` with. */
  verificationType: string;
  secret: string;
  code: string;
}

/** Issues a one-time link for the operator's server to send itself. Sends no email. */
@Injectable()
export class GenerateLink {
  constructor(
    private readonly database: Database,
    private readonly users: UsersRepository,
    private readonly createUser: CreateUser,
    private readonly inviteUser: InviteUser,
    private readonly changeEmail: ChangeEmail,
    private readonly oneTimeLinks: OneTimeLinks,
    private readonly passwords: Passwords,
    private readonly audit: Audit,
    private readonly clock: Clock,
  ) {}

  /** Throws `user_not_found`, `email_exists`, `weak_password`. */
  async generate(input: GenerateLinkInput): Promise<GeneratedLink> {
    const passwordHash = input.type === 'signup' ? await this.hashFor(input) : null;
    const { user, purpose, secret, code } = await this.database.transaction(async () => {
      const { user, purpose, address } = await this.prepare(input, passwordHash);
      const userId = user.id;
      const newEmail = user.newEmail ?? undefined;
      const link = await this.oneTimeLinks.issue({ userId, purpose, address, newEmail });
      await this.audit.record({
        actorId: null,
        action: 'user.link_generated',
        subject: { type: 'user', id: userId },
        details: { type: input.type, by: 'service key' },
      });
      return { user, purpose, ...link };
    });
    const described = describeUser(user, await this.users.identitiesOf(user.id));
    return { user: described, verificationType: purpose, secret, code: code ?? '' };
  }

  private hashFor({ password, email, userMetadata }: GenerateLinkInput): Promise<string> {
    if (password === undefined) throw new InvalidInputError('Signup requires a valid password');
    return this.passwords.hash(password, { email, fullName: fullNameIn(userMetadata) });
  }

  private async prepare(input: GenerateLinkInput, passwordHash: string | null): Promise<Prepared> {
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

  private async prepareChange(input: GenerateLinkInput): Promise<Prepared> {
    if (input.newEmail === undefined) throw new InvalidInputError('A new email address is required');
    const user = await this.findExisting(input);
    await this.changeEmail.setPending(user, input.newEmail);
    user.emailChangeSentAt = this.clock.now();
    const address = input.type === 'email_change_current' ? input.email : input.newEmail;
    return { user, purpose: 'email_change', address };
  }

  private async findExisting({ email }: GenerateLinkInput): Promise<UserEntity> {
    const user = await this.users.lockByEmail(email);
    if (!user) throw new UserNotFoundError();
    return user;
  }

  /** The operator decides who gets the link, so their password replaces the one an unconfirmed user may have set. */
  private async signUp(input: GenerateLinkInput, passwordHash: string | null): Promise<UserEntity> {
    const existing = await this.users.lockByEmail(input.email);
    if (!existing) return this.create(input, passwordHash);
    if (existing.emailConfirmedAt != null || existing.origin === 'payment') throw new EmailExistsError();
    existing.passwordHash = passwordHash;
    existing.confirmationSentAt = this.clock.now();
    return existing;
  }

  private async create(input: GenerateLinkInput, passwordHash: string | null): Promise<UserEntity> {
    const { email, userMetadata } = input;
    const user = await this.createUser.create({
      email,
      userMetadata,
      passwordHash,
      fullName: fullNameIn(userMetadata),
      origin: 'admin',
      termsVersion: null,
      termsAcceptedAt: null,
    });
    user.confirmationSentAt = this.clock.now();
    return user;
  }
}

interface Prepared {
  user: UserEntity;
  purpose: LinkPurpose;
  address: string;
}
