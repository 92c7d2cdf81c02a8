import { Injectable } from '@nestjs/common';
import type { KeyObject } from 'node:crypto';
import { Audit } from '../../../platform/audit/audit.js';
import { RealClock } from '../../../platform/clock.js';
import { Settings } from '../../../platform/config/settings.js';
import { Database } from '../../../platform/database/database.js';
import { Outbox } from '../../../platform/outbox/outbox.js';
import { derivedKey, keyedHash } from '../../../platform/security/derived-key.js';
import { byService, byUser } from '../core/audit-entries.js';
import { UserNotFoundError } from '../core/auth-errors.js';
import { userDeleted } from '../core/events.js';
import type { UserEntity } from '../users/persistence/user.entity.js';
import { UsersRepository } from '../users/persistence/users.repository.js';
import { UserCredentials } from '../users/user-credentials.js';

export interface DeletionRequest {
  /** Keeps an anonymized row with the time of the deletion. */
  soft: boolean;
  requestedBy: 'operator' | 'user';
}

/** Deletes users. Their email addresses can be reused immediately. Modules that hold purchases react to the emitted event. */
@Injectable()
export class DeleteUser {
  private readonly hashKey: KeyObject;

  constructor(
    private readonly database: Database,
    private readonly users: UsersRepository,
    private readonly credentials: UserCredentials,
    private readonly outbox: Outbox,
    private readonly audit: Audit,
    private readonly clock: RealClock,
    settings: Settings,
  ) {
    this.hashKey = derivedKey(settings.auth.sharedSecret, 'emails of deleted users');
  }

  /**
   * With `soft`, keeps an anonymized row with the time of the deletion; a later hard delete removes it. Repeating a soft delete
   * changes nothing. Throws `user_not_found`.
   */
  async delete(id: string, request: DeletionRequest): Promise<void> {
    const { soft } = request;
    await this.database.transaction(async () => {
      const user = await this.users.lockById(id);
      if (!user) return this.deleteAnonymized(id, request);
      const email = user.emailConfirmedAt ? user.emailNormalized : null;
      await this.credentials.removeAll(user);
      await this.users.removeIdentities(id);
      if (soft) this.anonymize(user);
      else await this.users.remove(id);
      await this.outbox.emit(userDeleted, { userId: id, email });
      await this.record(id, request);
    });
  }

  /** Removes the row that a soft delete left. Emits nothing: the soft delete already did. */
  private async deleteAnonymized(id: string, request: DeletionRequest): Promise<void> {
    if (!(await this.users.findDeleted(id))) throw new UserNotFoundError();
    if (request.soft) return;
    await this.users.remove(id);
    await this.record(id, request);
  }

  private record(id: string, { soft, requestedBy }: DeletionRequest): Promise<void> {
    const by = requestedBy === 'user' ? byUser : byService;
    return this.audit.record(by(id, 'user.deleted', { soft }));
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
