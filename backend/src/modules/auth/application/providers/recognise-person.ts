import { Injectable } from '@nestjs/common';
import { Clock } from '../../../../platform/clock/clock.js';
import { Settings } from '../../../../platform/config/settings.js';
import { Outbox } from '../../../../platform/outbox/outbox.js';
import { SwitchedOffError, UserBannedError } from '../../domain/auth-errors.js';
import { normaliseEmail } from '../../domain/email-address.js';
import { accountConfirmationRequested, accountSignInRequested } from '../../domain/events.js';
import type { ForeignIdentity } from '../../domain/foreign-identity.js';
import { AddressMissingError } from '../../domain/provider-errors.js';
import { ManagedElsewhereError } from '../../domain/sso-errors.js';
import { isBanned, type AccountEntity } from '../../persistence/account.entity.js';
import { AccountsRepository } from '../../persistence/accounts.repository.js';
import { IdentitiesRepository } from '../../persistence/identities.repository.js';
import { ProveAddress } from '../accounts/prove-address.js';
import { MailInterval } from '../sign-up/mail-interval.js';
import { KeepIdentity } from './keep-identity.js';

export interface RecognitionWish {
  /** Where a mail that is needed first leads; judged already, null for the site. */
  redirectTo: string | null;
  /** Whether somebody may have an account without an address. */
  addressOptional: boolean;
  /** Whether a new account is a directory's, which then keeps what its owner signs in with. */
  isSsoUser?: boolean;
}

/**
 * Finds the account of somebody who proved who he is elsewhere, or makes one. An address that the provider vouches for is proof of
 * the mailbox: it joins the account that has it, and takes an unproven account over. An address that it does not vouch for
 * opens nothing; its owner is asked by mail.
 */
@Injectable()
export class RecognisePerson {
  constructor(
    private readonly accounts: AccountsRepository,
    private readonly identities: IdentitiesRepository,
    private readonly keeping: KeepIdentity,
    private readonly proof: ProveAddress,
    private readonly interval: MailInterval,
    private readonly outbox: Outbox,
    private readonly settings: Settings,
    private readonly clock: Clock,
  ) {}

  /** Before the transaction: counts the mail that recognising will need. Throws `over_email_send_rate_limit`. */
  async admit(identity: ForeignIdentity): Promise<void> {
    if (identity.email === null || identity.emailVerified) return;
    const known = await this.identities.find(identity.provider, identity.subject);
    const account = known && (await this.accounts.findById(known.accountId));
    if (account && maySignIn(account)) return;
    await this.interval.count('signup', identity.email);
  }

  /**
   * In a transaction. Undefined when a mail was asked for instead: that must be committed, so nothing is thrown. Throws
   * `user_banned`, `signup_disabled`, `email_address_not_provided`, `user_sso_managed`.
   */
  async recognise(identity: ForeignIdentity, wish: RecognitionWish): Promise<AccountEntity | undefined> {
    const kept = await this.identities.lock(identity.provider, identity.subject);
    if (!kept) return this.newcomer(identity, wish);
    const account = await this.accounts.lockById(kept.accountId);
    if (!account) throw new Error('an identity without its account');
    this.assertNotBanned(account);
    if (maySignIn(account)) {
      this.keeping.refresh(account, kept, identity);
      return account;
    }
    if (!vouchesFor(identity, account)) return this.askToConfirm(account, wish);
    return this.takeOver(account, identity);
  }

  private async newcomer(
    identity: ForeignIdentity,
    wish: RecognitionWish,
  ): Promise<AccountEntity | undefined> {
    const { provider, email, emailVerified } = identity;
    if (email === null) {
      if (!wish.addressOptional) throw new AddressMissingError(provider);
      this.assertOpen();
      return this.keeping.createAccount(identity);
    }
    const present = await this.accounts.lockByEmail(email);
    if (present) this.assertNotBanned(present);
    else this.assertOpen();
    // Whom his company's directory lets in no more must not come by another door.
    if (present?.isSsoUser && !wish.isSsoUser) throw new ManagedElsewhereError();
    if (!emailVerified) {
      return present
        ? this.offerSignIn(present, wish)
        : this.askToConfirm(await this.keeping.createAccount(identity, wish.isSsoUser), wish);
    }
    if (!present) return this.createProven(identity, wish);
    if (present.emailConfirmedAt == null) return this.takeOver(present, identity);
    await this.keeping.add(present, identity);
    return present;
  }

  private async createProven(
    identity: ForeignIdentity,
    { isSsoUser }: RecognitionWish,
  ): Promise<AccountEntity> {
    const account = await this.keeping.createAccount(identity, isSsoUser);
    await this.proof.prove(account, { way: `provider ${identity.provider}`, keepWaysIn: true });
    return account;
  }

  /** Whoever made the account never showed to have the mailbox; whoever comes now has. */
  private async takeOver(account: AccountEntity, identity: ForeignIdentity): Promise<AccountEntity> {
    await this.proof.prove(account, { way: `provider ${identity.provider}`, keepWaysIn: false });
    await this.keeping.add(account, identity);
    return account;
  }

  /** The identity is kept, and opens the account once the mailbox has agreed. */
  private async askToConfirm(account: AccountEntity, { redirectTo }: RecognitionWish): Promise<undefined> {
    account.confirmationSentAt = this.clock.now();
    await this.outbox.emit(accountConfirmationRequested, { accountId: account.id, redirectTo });
  }

  /** Of an account that was there before the mail tells nothing new: its owner links the provider when he is signed in. */
  private async offerSignIn(account: AccountEntity, { redirectTo }: RecognitionWish): Promise<undefined> {
    account.recoverySentAt = this.clock.now();
    await this.outbox.emit(accountSignInRequested, { accountId: account.id, redirectTo });
  }

  private assertNotBanned(account: AccountEntity): void {
    if (isBanned(account, this.clock.now())) throw new UserBannedError('forbidden');
  }

  private assertOpen(): void {
    if (this.settings.auth.signupEnabled) return;
    throw new SwitchedOffError('invalid', 'signup_disabled', 'Signups not allowed for this instance');
  }
}

/** An account without an address has nothing to prove. */
function maySignIn({ email, emailConfirmedAt }: AccountEntity): boolean {
  return email == null || emailConfirmedAt != null;
}

function vouchesFor({ email, emailVerified }: ForeignIdentity, account: AccountEntity): boolean {
  return emailVerified && email !== null && normaliseEmail(email) === account.emailNormalised;
}
