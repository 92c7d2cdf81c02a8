import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import type { UserEntity } from '../users/persistence/user.entity.js';
import { UsersRepository } from '../users/persistence/users.repository.js';
import { UserDeletedError } from './session-errors.js';

/** The user of an authenticated caller. Every method throws `user_not_found` if that user has since been deleted. */
@Injectable()
export class SignedInUser {
  constructor(
    private readonly database: Database,
    private readonly users: UsersRepository,
  ) {}

  async find(userId: string): Promise<UserEntity> {
    return assertExists(await this.users.findById(userId));
  }

  /** Runs `work` in a transaction that has locked the user. */
  withLock<T>(userId: string, work: (user: UserEntity) => Promise<T>): Promise<T> {
    return this.database.transaction(async () => work(assertExists(await this.users.lockById(userId))));
  }
}

function assertExists(user: UserEntity | null): UserEntity {
  if (!user) throw new UserDeletedError();
  return user;
}
