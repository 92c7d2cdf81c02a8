import { Injectable } from '@nestjs/common';
import { Audit } from '../../../../platform/audit/audit.js';
import { Clock } from '../../../../platform/clock/clock.js';
import { Database } from '../../../../platform/database/database.js';
import { EmailExistsError, InvalidInputError, UserNotFoundError } from '../../domain/auth-errors.js';
import type { User } from '../../domain/user.js';
import { fullNameIn } from '../../domain/user-metadata.js';
import type { AccountEntity } from '../../persistence/account.entity.js';
import { AccountsRepository } from '../../persistence/accounts.repository.js';
import { ChangeEmail } from '../accounts/change-email.js';
import { CreateAccount } from '../accounts/create-account.js';
import { describeUser } from '../accounts/describe-user.js';
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

export interface LinkWish {
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

/** Hands a one-time link to the operator's own server, which sends it in its own words. No mail of ours goes out. */
@Injectable()
export class GenerateLink {
  constructor(
    private readonly database: Database,
    private readonly accounts: AccountsRepository,
    private readonly creation: CreateAccount,
    private readonly invitations: InviteUser,
    private readonly emails: ChangeEmail,
    private readonly links: OneTimeLinks,
    private readonly passwords: Passwords,
    private readonly audit: Audit,
    private readonly clock: Clock,
  ) {}

  /** Throws `user_not_found`, `email_exists`, `weak_password`. */
  async generate(wish: LinkWish): Promise<GeneratedLink> {
    const passwordHash = wish.type === 'signup' ? await this.hashFor(wish) : null;
    const { account, purpose, secret, code } = await this.database.transaction(async () => {
      const { account, purpose, address } = await this.prepare(wish, passwordHash);
      const accountId = account.id;
      const newEmail = account.newEmail ?? undefined;
      const link = await this.links.issue({ accountId, purpose, address, newEmail });
      await this.audit.record({
        actorId: null,
        action: 'account.link-generated',
        subject: { type: 'account', id: accountId },
        details: { type: wish.type, by: 'service key' },
      });
      return { account, purpose, ...link };
    });
    const user = describeUser(account, await this.accounts.identitiesOf(account.id));
    return { user, verificationType: purpose, secret, code: code ?? '' };
  }

  private hashFor({ password }: LinkWish): Promise<string> {
    if (password === undefined) throw new InvalidInputError('Signup requires a valid password');
    return this.passwords.hash(password);
  }

  private async prepare(wish: LinkWish, passwordHash: string | null): Promise<Prepared> {
    const address = wish.email;
    switch (wish.type) {
      case 'signup':
        return { account: await this.signUp(wish, passwordHash), purpose: 'signup', address };
      case 'invite':
        return { account: await this.invitations.prepare(wish), purpose: 'invite', address };
      case 'magiclink': {
        const known = await this.accounts.lockByEmail(wish.email);
        if (known) known.recoverySentAt = this.clock.now();
        return known
          ? { account: known, purpose: 'magiclink', address }
          : { account: await this.create(wish, null), purpose: 'signup', address };
      }
      case 'recovery': {
        const account = await this.known(wish);
        account.recoverySentAt = this.clock.now();
        return { account, purpose: 'recovery', address };
      }
      default:
        return this.prepareChange(wish);
    }
  }

  private async prepareChange(wish: LinkWish): Promise<Prepared> {
    if (wish.newEmail === undefined) throw new InvalidInputError('A new email address is required');
    const account = await this.known(wish);
    await this.emails.note(account, wish.newEmail);
    account.emailChangeSentAt = this.clock.now();
    const address = wish.type === 'email_change_current' ? wish.email : wish.newEmail;
    return { account, purpose: 'email_change', address };
  }

  private async known({ email }: LinkWish): Promise<AccountEntity> {
    const account = await this.accounts.lockByEmail(email);
    if (!account) throw new UserNotFoundError();
    return account;
  }

  /** The operator vouches for who gets the link: his password replaces one that an unproven account may have had. */
  private async signUp(wish: LinkWish, passwordHash: string | null): Promise<AccountEntity> {
    const present = await this.accounts.lockByEmail(wish.email);
    if (!present) return this.create(wish, passwordHash);
    if (present.emailConfirmedAt != null || present.origin === 'payment') throw new EmailExistsError();
    present.passwordHash = passwordHash;
    present.confirmationSentAt = this.clock.now();
    return present;
  }

  private async create(wish: LinkWish, passwordHash: string | null): Promise<AccountEntity> {
    const { email, userMetadata } = wish;
    const account = await this.creation.create({
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
  account: AccountEntity;
  purpose: LinkPurpose;
  address: string;
}
