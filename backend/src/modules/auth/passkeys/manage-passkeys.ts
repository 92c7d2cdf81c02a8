import { Injectable } from '@nestjs/common';
import { Audit } from '../../../platform/audit/audit.js';
import { Clock } from '../../../platform/clock/clock.js';
import { Database } from '../../../platform/database/database.js';
import { Outbox } from '../../../platform/outbox/outbox.js';
import type { AuthenticatedCaller } from '../access/authenticate-caller.js';
import { UserNotFoundError } from '../core/auth-errors.js';
import { userPasskeyRemoved } from '../core/events.js';
import { MfaRequirement } from '../factors/mfa-requirement.js';
import { ElevateSession } from '../sessions/elevate-session.js';
import { UsersRepository } from '../users/persistence/users.repository.js';
import { PasskeyNotFoundError } from './passkey-errors.js';
import type { PasskeyEntity } from './passkey.entity.js';
import { PasskeysRepository } from './passkeys.repository.js';

export type { PasskeyEntity };

/** Lists, renames and removes passkeys, on behalf of the user or the operator. */
@Injectable()
export class ManagePasskeys {
  constructor(
    private readonly database: Database,
    private readonly users: UsersRepository,
    private readonly mfa: MfaRequirement,
    private readonly passkeys: PasskeysRepository,
    private readonly elevateSession: ElevateSession,
    private readonly outbox: Outbox,
    private readonly audit: Audit,
    private readonly clock: Clock,
  ) {}

  /** Oldest first. Throws `user_not_found`. */
  async list(userId: string): Promise<PasskeyEntity[]> {
    if (!(await this.users.findById(userId))) throw new UserNotFoundError();
    return this.passkeys.findByUser(userId);
  }

  /** Throws `webauthn_credential_not_found`, also for another user's passkey. */
  async rename({ userId }: AuthenticatedCaller, id: string, friendlyName: string): Promise<PasskeyEntity> {
    return this.database.transaction(async () => {
      const renamed = await this.passkeys.rename(userId, id, friendlyName, this.clock.now());
      if (!renamed) throw new PasskeyNotFoundError();
      await this.record(userId, userId, 'passkey.renamed', id);
      return renamed;
    });
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
      if (!(await this.passkeys.remove(userId, id))) throw new PasskeyNotFoundError();
      await this.elevateSession.downgradeByPasskey(userId, id);
      await this.outbox.emit(userPasskeyRemoved, { userId });
      await this.record(actorId, userId, 'passkey.removed', id);
    });
  }

  private record(actorId: string | null, userId: string, action: string, passkeyId: string): Promise<void> {
    const subject = { type: 'user', id: userId };
    return this.audit.record({ actorId, action, subject, details: { passkeyId } });
  }
}
