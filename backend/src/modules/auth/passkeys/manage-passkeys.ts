import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import type { AuthenticatedCaller } from '../access/authenticate-caller.js';
import { UserNotFoundError } from '../core/auth-errors.js';
import { MfaRequirement } from '../factors/mfa-requirement.js';
import { UsersRepository } from '../users/persistence/users.repository.js';
import type { PasskeyEntity } from './passkey.entity.js';
import { PasskeysRepository } from './passkeys.repository.js';
import { UserPasskeys } from './user-passkeys.js';

export type { PasskeyEntity };

/** Lists, renames and removes passkeys, on behalf of the user or the operator. */
@Injectable()
export class ManagePasskeys {
  constructor(
    private readonly database: Database,
    private readonly users: UsersRepository,
    private readonly mfa: MfaRequirement,
    private readonly passkeys: PasskeysRepository,
    private readonly userPasskeys: UserPasskeys,
  ) {}

  /** Oldest first. Throws `user_not_found`. */
  async list(userId: string): Promise<PasskeyEntity[]> {
    if (!(await this.users.findById(userId))) throw new UserNotFoundError();
    return this.passkeys.findByUser(userId);
  }

  /** Throws `webauthn_credential_not_found`, also for another user's passkey. */
  rename({ userId }: AuthenticatedCaller, id: string, friendlyName: string): Promise<PasskeyEntity> {
    return this.database.transaction(() =>
      this.userPasskeys.rename({ userId, id, actorId: userId }, friendlyName),
    );
  }

  /** Throws `insufficient_aal` if the user has a second factor and the session is at `aal1`. */
  async removeByOwner(caller: AuthenticatedCaller, id: string): Promise<void> {
    const { userId } = caller;
    const user = await this.users.findById(userId);
    if (user) await this.mfa.assertCompleted(user, caller, 'forbidden');
    await this.remove(userId, id, userId);
  }

  removeByService(userId: string, id: string): Promise<void> {
    return this.remove(userId, id, null);
  }

  private async remove(userId: string, id: string, actorId: string | null): Promise<void> {
    await this.database.transaction(async () => {
      if (!(await this.users.lockById(userId))) throw new UserNotFoundError();
      await this.userPasskeys.remove({ userId, id, actorId });
    });
  }
}
