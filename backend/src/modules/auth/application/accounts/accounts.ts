import { Injectable } from '@nestjs/common';
import { Audit } from '../../../../platform/audit/audit.js';
import { Clock } from '../../../../platform/clock/clock.js';
import { Database } from '../../../../platform/database/database.js';
import { DomainError } from '../../../../platform/errors/domain-error.js';
import type { AccountEntity } from '../../persistence/account.entity.js';
import { AccountsRepository } from '../../persistence/accounts.repository.js';
import { viewAccount, type Account, type StaffRole } from './account-view.js';
import { CreateAccount } from './create-account.js';
import { WaysIn } from './ways-in.js';

/** Who bought, as the checkout prepared it. */
export interface PaidAccount {
  email: string;
  /** Judged by `parsePersonName`, or empty. */
  fullName: string;
  passwordHash: string | null;
  termsVersion: string | null;
  termsAcceptedAt: Date | null;
}

/** Accounts for the modules above. Deleted accounts do not exist here. */
@Injectable()
export class Accounts {
  constructor(
    private readonly database: Database,
    private readonly repository: AccountsRepository,
    private readonly creation: CreateAccount,
    private readonly waysIn: WaysIn,
    private readonly audit: Audit,
    private readonly clock: Clock,
  ) {}

  async findById(id: string): Promise<Account | undefined> {
    const account = await this.repository.findById(id);
    return account ? viewAccount(account) : undefined;
  }

  /** In a transaction: the account cannot be deleted until it ends, so that what is written for it is seen by who deletes it. */
  async lockById(id: string): Promise<Account | undefined> {
    const account = await this.repository.lockById(id);
    return account ? viewAccount(account) : undefined;
  }

  /** By the normalised form of the address. */
  async findByEmail(email: string): Promise<Account | undefined> {
    const account = await this.repository.findByEmail(email);
    return account ? viewAccount(account) : undefined;
  }

  /** Addresses by the ids of their accounts; an account that is gone has none. */
  emailsOf(ids: readonly string[]): Promise<Map<string, string>> {
    return this.repository.emailsOf(ids);
  }

  /** In a transaction: holds the address until it ends, whether it has an account or not, so that two makers come one by one. */
  async lockByEmail(email: string): Promise<Account | undefined> {
    const account = await this.repository.lockByEmail(email);
    return account ? viewAccount(account) : undefined;
  }

  /** In the transaction that holds {@link lockByEmail}: an account that may sign in at once but whose address is unproven. */
  async createPaid(given: PaidAccount): Promise<Account> {
    const account = await this.creation.create({
      ...given,
      origin: 'payment',
      userMetadata: metadataOf(given.fullName),
    });
    await this.record(null, 'account.created', account.id, { origin: 'payment' });
    return viewAccount(account);
  }

  /**
   * In a transaction: hands an account that was never proven and has no plan to who paid. Its password is replaced, its
   * sessions end and its pending links are void. Throws when the address was proven meanwhile.
   */
  async takeOver(accountId: string, given: PaidAccount): Promise<Account> {
    const account = await this.repository.lockById(accountId);
    if (!account || account.emailConfirmedAt != null) {
      throw new DomainError('conflict', 'email_exists', 'An account with this address exists.');
    }
    const { email, fullName, passwordHash, termsVersion, termsAcceptedAt } = given;
    await this.waysIn.closeAll(account);
    Object.assign(account, {
      origin: 'payment',
      email: email.trim(),
      fullName,
      passwordHash,
      termsVersion,
      termsAcceptedAt,
      userMetadata: metadataOf(fullName),
    } satisfies Partial<AccountEntity>);
    await this.record(null, 'account.taken-over', accountId, { by: 'payment' });
    return viewAccount(account);
  }

  /** Gives or takes a role. Refuses an unproven address: staff are known by their mailbox. Throws `not_found`. */
  async setRole(accountId: string, role: StaffRole | null, actorId: string | null): Promise<Account> {
    return this.database.transaction(async () => {
      const account = await this.repository.lockById(accountId);
      if (!account) throw new DomainError('not_found', 'not_found', 'There is no such account.');
      if (role && account.emailConfirmedAt == null) {
        throw new DomainError('forbidden', 'forbidden', 'The address of this account is not proven yet.');
      }
      const { role: _, ...others } = account.appMetadata;
      account.appMetadata = role ? { ...others, role } : others;
      account.updatedAt = this.clock.now();
      await this.record(actorId, 'account.role-changed', accountId, { role });
      return viewAccount(account);
    });
  }

  private record(
    actorId: string | null,
    action: string,
    id: string,
    details: Record<string, unknown>,
  ): Promise<void> {
    return this.audit.record({ actorId, action, subject: { type: 'account', id }, details });
  }
}

function metadataOf(fullName: string): Record<string, unknown> {
  return fullName === '' ? {} : { full_name: fullName };
}
