import { Injectable } from '@nestjs/common';
import { UserDeletedError } from '../../domain/session-errors.js';
import type { User } from '../../domain/user.js';
import { UsersRepository } from '../../persistence/users.repository.js';
import { FactorsRepository } from '../../persistence/factors.repository.js';
import type { UserWithIdentities } from '../../persistence/user-with-identities.js';
import { describeUser } from './describe-user.js';

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
