import { Injectable } from '@nestjs/common';
import { Audit } from '../../../../platform/audit/audit.js';
import { Clock } from '../../../../platform/clock/clock.js';
import { Database } from '../../../../platform/database/database.js';
import { EmailExistsError, InvalidInputError, UserNotFoundError } from '../../domain/auth-errors.js';
import type { User } from '../../domain/user.js';
import { fullNameIn } from '../../domain/user-metadata.js';
import type { UserEntity } from '../../persistence/user.entity.js';
import { UsersRepository } from '../../persistence/users.repository.js';
import { ChangeEmail } from '../users/change-email.js';
import { CreateUser } from '../users/create-user.js';
import { describeUser } from '../users/describe-user.js';
import { OneTimeLinks, type LinkPurpose } from '../links/one-time-links.js';
import { Passwords } from '../passwords/passwords.js';
import { InviteUser } from './invite-user.js';

export const GENERATED_LINKS = [
  'signup',
  'invite',
  'magiclink',
  'recovery',
  'email_change_current',
  'email_change_new',
] as const;

export interface GenerateLinkInput {
  type: (typeof GENERATED_LINKS)[number];
  email: string;
  newEmail: string | undefined;
  password: string | undefined;
  userMetadata: Record<string, unknown>;
}

export interface GeneratedLink {
  user: User;
  /** What `verify` is called with. */
  verificationType: string;
  secret: string;
  code: string;
}

/** Hands a one-time link to the operator's own server, which sends it in its own words. No email of ours goes out. */
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
    const {
      user: account,
      purpose,
      secret,
      code,
    } = await this.database.transaction(async () => {
      const { user: account, purpose, address } = await this.prepare(input, passwordHash);
      const userId = account.id;
      const newEmail = account.newEmail ?? undefined;
      const link = await this.oneTimeLinks.issue({ userId, purpose, address, newEmail });
      await this.audit.record({
        actorId: null,
        action: 'user.link_generated',
        subject: { type: 'user', id: userId },
        details: { type: input.type, by: 'service key' },
      });
      return { user: account, purpose, ...link };
    });
    const user = describeUser(account, await this.users.identitiesOf(account.id));
    return { user, verificationType: purpose, secret, code: code ?? '' };
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
        const known = await this.users.lockByEmail(input.email);
        if (known) known.recoverySentAt = this.clock.now();
        return known
          ? { user: known, purpose: 'magiclink', address }
          : { user: await this.create(input, null), purpose: 'signup', address };
      }
      case 'recovery': {
        const account = await this.known(input);
        account.recoverySentAt = this.clock.now();
        return { user: account, purpose: 'recovery', address };
      }
      default:
        return this.prepareChange(input);
    }
  }

  private async prepareChange(input: GenerateLinkInput): Promise<Prepared> {
    if (input.newEmail === undefined) throw new InvalidInputError('A new email address is required');
    const account = await this.known(input);
    await this.changeEmail.setPending(account, input.newEmail);
    account.emailChangeSentAt = this.clock.now();
    const address = input.type === 'email_change_current' ? input.email : input.newEmail;
    return { user: account, purpose: 'email_change', address };
  }

  private async known({ email }: GenerateLinkInput): Promise<UserEntity> {
    const account = await this.users.lockByEmail(email);
    if (!account) throw new UserNotFoundError();
    return account;
  }

  /** The operator vouches for who gets the link: his password replaces one that an unconfirmed account may have had. */
  private async signUp(input: GenerateLinkInput, passwordHash: string | null): Promise<UserEntity> {
    const present = await this.users.lockByEmail(input.email);
    if (!present) return this.create(input, passwordHash);
    if (present.emailConfirmedAt != null || present.origin === 'payment') throw new EmailExistsError();
    present.passwordHash = passwordHash;
    present.confirmationSentAt = this.clock.now();
    return present;
  }

  private async create(input: GenerateLinkInput, passwordHash: string | null): Promise<UserEntity> {
    const { email, userMetadata } = input;
    const account = await this.createUser.create({
      email,
      userMetadata,
      passwordHash,
      fullName: fullNameIn(userMetadata),
      origin: 'admin',
      termsVersion: null,
      termsAcceptedAt: null,
    });
    account.confirmationSentAt = this.clock.now();
    return account;
  }
}

interface Prepared {
  user: UserEntity;
  purpose: LinkPurpose;
  address: string;
}
