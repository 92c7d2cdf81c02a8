import { Injectable } from '@nestjs/common';
import { UserNotFoundError } from '../core/auth-errors.js';
import { FactorsRepository } from '../factors/factors.repository.js';
import { describeUser } from '../users/describe-user.js';
import { USER_SORTS, UsersRepository, type UserSort } from '../users/persistence/users.repository.js';
import type { User } from '../users/user.js';

export { USER_SORTS, type UserSort };

export interface UserListQuery {
  /** One-based. */
  page: number;
  perPage: number;
  filter: string;
  sort: UserSort;
}

/** Lists users for callers with the service key. */
@Injectable()
export class ListUsers {
  constructor(
    private readonly users: UsersRepository,
    private readonly factors: FactorsRepository,
  ) {}

  async list({ page, perPage, filter, sort }: UserListQuery): Promise<{ users: User[]; total: number }> {
    const offset = (page - 1) * perPage;
    const { users: rows, total } = await this.users.list({ filter, sort, limit: perPage, offset });
    const identities = await this.users.findIdentitiesByUsers(rows.map(({ id }) => id));
    const users = rows.map((user) =>
      describeUser(
        user,
        identities.filter(({ userId }) => userId === user.id),
      ),
    );
    return { users, total };
  }

  /** Includes soft-deleted users. Throws `user_not_found`. */
  async find(id: string): Promise<User> {
    const user = (await this.users.findById(id)) ?? (await this.users.findDeleted(id));
    if (!user) throw new UserNotFoundError();
    return describeUser(user, await this.users.findIdentities(id), await this.factors.findListedByUser(user));
  }
}
