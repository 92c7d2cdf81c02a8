import { Injectable } from '@nestjs/common';
import { AccountGoneError } from '../../domain/session-errors.js';
import type { User } from '../../domain/user.js';
import { AccountsRepository } from '../../persistence/accounts.repository.js';
import { FactorsRepository } from '../../persistence/factors.repository.js';
import type { AccountWithIdentities } from '../../persistence/whole-account.js';
import { describeUser } from './describe-user.js';

/** The account of whoever is signed in. */
@Injectable()
export class OwnAccount {
  constructor(
    private readonly accounts: AccountsRepository,
    private readonly factors: FactorsRepository,
  ) {}

  async read(accountId: string): Promise<User> {
    const found = await this.accounts.findWithIdentities(accountId);
    if (!found) throw new AccountGoneError();
    return this.describe(found);
  }

  async describe({ account, identities }: AccountWithIdentities): Promise<User> {
    return describeUser(account, identities, await this.factors.listOf(account));
  }
}
