import { Injectable } from '@nestjs/common';
import { Audit } from '../../../../platform/audit/audit.js';
import { Clock } from '../../../../platform/clock/clock.js';
import { Database } from '../../../../platform/database/database.js';
import { Outbox } from '../../../../platform/outbox/outbox.js';
import { UserNotFoundError } from '../../domain/auth-errors.js';
import { accountPasskeyRemoved } from '../../domain/events.js';
import { PasskeyNotFoundError } from '../../domain/passkey-errors.js';
import { AccountsRepository } from '../../persistence/accounts.repository.js';
import { PasskeysRepository, type PasskeyRow } from '../../persistence/passkeys.repository.js';
import { SecondStep } from '../factors/second-step.js';
import type { ProvenCaller } from '../sessions/callers.js';
import { ElevateSession } from '../sessions/elevate-session.js';

export type { PasskeyRow };

/** Passkeys as their owner, or the operator, looks after them. */
@Injectable()
export class ManagePasskeys {
  constructor(
    private readonly database: Database,
    private readonly accounts: AccountsRepository,
    private readonly secondStep: SecondStep,
    private readonly passkeys: PasskeysRepository,
    private readonly sessions: ElevateSession,
    private readonly outbox: Outbox,
    private readonly audit: Audit,
    private readonly clock: Clock,
  ) {}

  /** Oldest first. Throws `user_not_found`. */
  async list(accountId: string): Promise<PasskeyRow[]> {
    if (!(await this.accounts.findById(accountId))) throw new UserNotFoundError();
    return this.passkeys.of(accountId);
  }

  /** Throws `webauthn_credential_not_found`, for another account's as well. */
  async rename({ accountId }: ProvenCaller, id: string, friendlyName: string): Promise<PasskeyRow> {
    return this.database.transaction(async () => {
      const renamed = await this.passkeys.rename(accountId, id, friendlyName, this.clock.now());
      if (!renamed) throw new PasskeyNotFoundError();
      await this.record(accountId, accountId, 'passkey.renamed', id);
      return renamed;
    });
  }

  /** Throws `insufficient_aal` in a session that has not shown the account's second factor. */
  async removeOwn(caller: ProvenCaller, id: string): Promise<void> {
    const { accountId } = caller;
    const account = await this.accounts.findById(accountId);
    if (account) await this.secondStep.assertShown(account, caller, 'forbidden');
    await this.remove(accountId, id, accountId);
  }

  removeByService(accountId: string, id: string): Promise<void> {
    return this.remove(accountId, id, null);
  }

  private async remove(accountId: string, id: string, actorId: string | null): Promise<void> {
    await this.database.transaction(async () => {
      if (!(await this.accounts.lockById(accountId))) throw new UserNotFoundError();
      if (!(await this.passkeys.remove(accountId, id))) throw new PasskeyNotFoundError();
      await this.sessions.lowerThoseOfPasskey(accountId, id);
      await this.outbox.emit(accountPasskeyRemoved, { accountId });
      await this.record(actorId, accountId, 'passkey.removed', id);
    });
  }

  private record(
    actorId: string | null,
    accountId: string,
    action: string,
    passkeyId: string,
  ): Promise<void> {
    const subject = { type: 'account', id: accountId };
    return this.audit.record({ actorId, action, subject, details: { passkeyId } });
  }
}
