import { Injectable } from '@nestjs/common';
import { UserNotFoundError } from '../../domain/auth-errors.js';
import type { User } from '../../domain/user.js';
import {
  ACCOUNT_ORDERS,
  AccountsRepository,
  type AccountOrder,
} from '../../persistence/accounts.repository.js';
import { FactorsRepository } from '../../persistence/factors.repository.js';
import { describeUser } from '../accounts/describe-user.js';

export { ACCOUNT_ORDERS, type AccountOrder };

export interface UserPage {
  /** From 1. */
  page: number;
  perPage: number;
  filter: string;
  sort: AccountOrder;
}

/** Accounts as the operator's own servers read them. */
@Injectable()
export class ListUsers {
  constructor(
    private readonly accounts: AccountsRepository,
    private readonly factors: FactorsRepository,
  ) {}

  async list({ page, perPage, filter, sort }: UserPage): Promise<{ users: User[]; total: number }> {
    const offset = (page - 1) * perPage;
    const { accounts, total } = await this.accounts.list({ filter, sort, limit: perPage, offset });
    const identities = await this.accounts.identitiesOfAll(accounts.map(({ id }) => id));
    const users = accounts.map((account) =>
      describeUser(
        account,
        identities.filter(({ accountId }) => accountId === account.id),
      ),
    );
    return { users, total };
  }

  /** What a soft deletion left is told too, with the time of it. Throws `user_not_found`. */
  async find(id: string): Promise<User> {
    const account = (await this.accounts.findById(id)) ?? (await this.accounts.findDeleted(id));
    if (!account) throw new UserNotFoundError();
    return describeUser(account, await this.accounts.identitiesOf(id), await this.factors.listOf(account));
  }
}
