import { Injectable } from '@nestjs/common';
import { Audit } from '../../../platform/audit/audit.js';
import { Clock } from '../../../platform/clock.js';
import { Settings } from '../../../platform/config/settings.js';
import { Database } from '../../../platform/database/database.js';
import { Outbox } from '../../../platform/outbox/outbox.js';
import { derivedKey, keyedHash } from '../../../platform/security/derived-key.js';
import { byService } from '../core/audit-entries.js';
import { UserNotFoundError } from '../core/auth-errors.js';
import { userDeleted } from '../core/events.js';
import type { UserEntity } from '../users/persistence/user.entity.js';
import { UsersRepository } from '../users/persistence/users.repository.js';
import { UserCredentials } from '../users/user-credentials.js';

/** Deletes users. Their email addresses can be reused immediately. Modules that hold purchases react to the emitted event. */
@Injectable()
export class DeleteUser {
  private readonly hashKey: Buffer;

  constructor(
    private readonly database: Database,
    private readonly users: UsersRepository,
    private readonly credentials: UserCredentials,
    private readonly outbox: Outbox,
    private readonly audit: Audit,
    private readonly clock: Clock,
    settings: Settings,
  ) {
    this.hashKey = derivedKey(settings.auth.sharedSecret, 'emails of deleted users');
  }

  /**
   * With `soft`, keeps an anonymized row with the time of the deletion; a later hard delete removes it. Repeating a soft delete
   * changes nothing. Throws `user_not_found`.
   */
  async delete(id: string, { soft }: { soft: boolean }): Promise<void> {
    await this.database.transaction(async () => {
      const user = await this.users.lockById(id);
      if (!user) return this.deleteAnonymized(id, soft);
      await this.credentials.removeAll(user);
      await this.users.removeIdentities(id);
      if (soft) this.anonymize(user);
      else await this.users.remove(id);
      await this.outbox.emit(userDeleted, { userId: id });
      await this.record(id, soft);
    });
  }

  /** Removes the row that a soft delete left. Emits nothing: the soft delete already did. */
  private async deleteAnonymized(id: string, soft: boolean): Promise<void> {
    if (!(await this.users.findDeleted(id))) throw new UserNotFoundError();
    if (soft) return;
    await this.users.remove(id);
    await this.record(id, soft);
  }

  private record(id: string, soft: boolean): Promise<void> {
    return this.audit.record(byService(id, 'user.deleted', { soft }));
  }

  /** The keyed hash lets the operator verify later that a given email was deleted, without storing the email. */
  private anonymize(user: UserEntity): void {
    const now = this.clock.now();
    const { id, emailNormalized } = user;
    Object.assign(user, {
      email: emailNormalized == null ? null : keyedHash(this.hashKey, `${id} ${emailNormalized}`),
      emailNormalized: null,
      phone: null,
      fullName: '',
      userMetadata: {},
      appMetadata: {},
      deletedAt: now,
      updatedAt: now,
    } satisfies Partial<UserEntity>);
  }
}
