import { LockMode } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { Database } from '../../../../platform/database/database.js';
import { SessionEntity } from './session.entity.js';

/** Authentication methods that raise a session to aal2. */
const MFA_METHODS = ['totp', 'mfa/phone', 'mfa/webauthn', 'mfa/recovery_code'];

/** Enforces assurance levels when factors change. Call inside a transaction. */
@Injectable()
export class SessionLevelsRepository {
  constructor(private readonly database: Database) {}

  async endAal1Sessions(userId: string): Promise<void> {
    await this.database.em.nativeDelete(SessionEntity, { userId, aal: 'aal1' });
  }

  async downgradeByFactor(factorId: string, now: Date): Promise<void> {
    for (const session of await this.lock({ factorId })) {
      if (session.passkeyId === null) session.aal = 'aal1';
      session.factorId = null;
      session.amr = session.amr.filter(({ method }) => !MFA_METHODS.includes(method));
      session.updatedAt = now;
    }
  }

  async downgradeByPasskey(userId: string, passkeyId: string, now: Date): Promise<void> {
    for (const session of await this.lock({ userId, passkeyId })) {
      if (session.factorId === null) session.aal = 'aal1';
      session.passkeyId = null;
      session.updatedAt = now;
    }
  }

  private lock(
    sessions: Partial<Pick<SessionEntity, 'userId' | 'factorId' | 'passkeyId'>>,
  ): Promise<SessionEntity[]> {
    return this.database.em.find(SessionEntity, sessions, {
      lockMode: LockMode.PESSIMISTIC_WRITE,
      refresh: true,
      orderBy: { id: 'asc' },
    });
  }
}
