import { Injectable } from '@nestjs/common';
import { UserDeletedError } from '../access/session-errors.js';
import { FactorsRepository } from '../factors/factors.repository.js';
import { describeUser } from '../users/describe-user.js';
import type { UserWithIdentities } from '../users/persistence/user-with-identities.js';
import { UsersRepository } from '../users/persistence/users.repository.js';
import type { User } from '../users/user.js';

/** The current user, as on the wire. */
@Injectable()
export class CurrentUser {
  constructor(
    private readonly users: UsersRepository,
    private readonly factors: FactorsRepository,
  ) {}

  async read(userId: string): Promise<User> {
    const found = await this.users.findWithIdentities(userId);
    if (!found) throw new UserDeletedError();
    return this.describe(found);
  }

  async describe({ user, identities }: UserWithIdentities): Promise<User> {
    return describeUser(user, identities, await this.factors.findListedByUser(user));
  }
}
