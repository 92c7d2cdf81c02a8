import { Injectable } from '@nestjs/common';
import { AccountGoneError } from '../../domain/session-errors.js';
import type { User } from '../../domain/user.js';
import { AccountsRepository } from '../../persistence/accounts.repository.js';
import { FactorsRepository } from '../../persistence/factors.repository.js';
import { describeUser } from './describe-user.js';

/** The account of whoever is signed in. */
@Injectable()
export class OwnAccount {
  constructor(
    private readonly accounts: AccountsRepository,
    private readonly factors: FactorsRepository,
  ) {}

  async read(accountId: string): Promise<User> {
    const account = await this.accounts.findById(accountId);
    if (!account) throw new AccountGoneError();
    return describeUser(account, await this.accounts.identitiesOf(accountId), await this.factors.of(account));
  }
}
