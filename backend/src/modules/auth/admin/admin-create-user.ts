import { Injectable } from '@nestjs/common';
import { Audit } from '../../../platform/audit/audit.js';
import { Database } from '../../../platform/database/database.js';
import { byService } from '../core/audit-entries.js';
import { EmailExistsError, UserAlreadyExistsError } from '../core/auth-errors.js';
import { fullNameIn, mergeMetadata } from '../core/user-metadata.js';
import { PhoneExistsError } from '../phone/phone-errors.js';
import { CreateUser } from '../users/create-user.js';
import { describeUser } from '../users/describe-user.js';
import { UsersRepository } from '../users/persistence/users.repository.js';
import type { User } from '../users/user.js';
import { UserAttributes, type UserInput } from './user-attributes.js';

/** Creates users for callers with the service key, without sending any email. */
@Injectable()
export class AdminCreateUser {
  constructor(
    private readonly database: Database,
    private readonly users: UsersRepository,
    private readonly createUser: CreateUser,
    private readonly attributes: UserAttributes,
    private readonly audit: Audit,
  ) {}

  /**
   * The email and phone stay unconfirmed unless the input confirms them. Throws `email_exists`, `phone_exists`,
   * `user_already_exists` (the id is in use), `weak_password`.
   */
  async create(input: UserInput & { id: string | undefined }): Promise<User> {
    const userMetadata = mergeMetadata({}, input.userMetadata ?? {});
    const fullName = fullNameIn(userMetadata);
    const passwordHash = await this.attributes.hashPassword(input, { ...input, fullName });
    const user = await this.database.transaction(async () => {
      await this.assertUnused(input);
      const created = await this.createUser.create({
        id: input.id,
        email: input.email ?? null,
        phone: input.phone ?? null,
        fullName,
        userMetadata,
        passwordHash: passwordHash ?? null,
        origin: 'admin',
      });
      await this.audit.record(byService(created.id, 'user.created', { origin: 'admin' }));
      await this.attributes.apply(created, { ...input, userMetadata: undefined });
      return created;
    });
    return describeUser(user, await this.users.findIdentities(user.id));
  }

  private async assertUnused({ email, phone, id }: UserInput & { id: string | undefined }): Promise<void> {
    if (email !== undefined && (await this.users.lockByEmail(email))) throw new EmailExistsError();
    if (phone !== undefined && (await this.users.lockByPhone(phone))) throw new PhoneExistsError();
    if (id !== undefined && (await this.users.isIdInUse(id))) throw new UserAlreadyExistsError();
  }
}
