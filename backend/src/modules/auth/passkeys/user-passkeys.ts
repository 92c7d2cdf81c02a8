import { Injectable } from '@nestjs/common';
import { v7 as uuid } from 'uuid';
import type { AuditAction } from '@subscription-site/shared/audit-actions';
import { Audit } from '../../../platform/audit/audit.js';
import { RealClock } from '../../../platform/clock.js';
import { Outbox } from '../../../platform/outbox/outbox.js';
import { userPasskeyAdded, userPasskeyRemoved } from '../core/events.js';
import { Devices, currentClient } from '../sessions/devices.js';
import { ElevateSession } from '../sessions/elevate-session.js';
import type { RegisteredCredential } from '../webauthn/webauthn.port.js';
import { PasskeyExistsError, PasskeyNotFoundError } from './passkey-errors.js';
import type { PasskeyEntity } from './passkey.entity.js';
import { PasskeysRepository } from './passkeys.repository.js';

export interface NewPasskey {
  id: string;
  friendlyName: string;
  createdAt: Date;
}

/** A passkey and who changes it: the user, or null for the service key. */
interface PasskeyChange {
  userId: string;
  id: string;
  actorId: string | null;
}

/** Changes to a user's passkeys, with their audit entries and events. Call inside a transaction. */
@Injectable()
export class UserPasskeys {
  constructor(
    private readonly passkeys: PasskeysRepository,
    private readonly devices: Devices,
    private readonly elevateSession: ElevateSession,
    private readonly outbox: Outbox,
    private readonly audit: Audit,
    private readonly clock: RealClock,
  ) {}

  /** Names the passkey for the current device. Throws `webauthn_credential_exists` if any user has it. */
  async add(userId: string, credential: RegisteredCredential): Promise<NewPasskey> {
    const now = this.clock.now();
    const id = uuid();
    const friendlyName = this.devices.describe(currentClient().userAgent) ?? 'Passkey';
    const passkey = { ...credential, id, userId, friendlyName, createdAt: now, updatedAt: now };
    if (!(await this.passkeys.insert(passkey))) throw new PasskeyExistsError();
    await this.outbox.emit(userPasskeyAdded, { userId });
    await this.record('passkey.added', { userId, id, actorId: userId });
    return { id, friendlyName, createdAt: now };
  }

  /** Throws `webauthn_credential_not_found`, also for another user's passkey. */
  async rename(change: PasskeyChange, friendlyName: string): Promise<PasskeyEntity> {
    const renamed = await this.passkeys.rename(change.userId, change.id, friendlyName, this.clock.now());
    if (!renamed) throw new PasskeyNotFoundError();
    await this.record('passkey.renamed', change);
    return renamed;
  }

  /** Drops the sessions that the passkey opened to `aal1`. Throws `webauthn_credential_not_found`. */
  async remove(change: PasskeyChange): Promise<void> {
    const { userId, id } = change;
    if (!(await this.passkeys.remove(userId, id))) throw new PasskeyNotFoundError();
    await this.elevateSession.downgradeByPasskey(userId, id);
    await this.outbox.emit(userPasskeyRemoved, { userId });
    await this.record('passkey.removed', change);
  }

  private record(action: AuditAction, { userId, id, actorId }: PasskeyChange): Promise<void> {
    const subject = { type: 'user', id: userId } as const;
    return this.audit.record({ actorId, action, subject, details: { passkeyId: id } });
  }
}
