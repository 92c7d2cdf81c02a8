import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import { deleteReturning } from '../../../platform/database/delete-returning.js';
import { CredentialStore } from '../core/credential-store.port.js';
import { increasesTo } from '../core/signature-counter.js';
import type { RegisteredCredential } from '../webauthn/webauthn.port.js';
import { FactorChallengeEntity } from './factor-challenge.entity.js';
import { FactorCredentialEntity } from './factor-credential.entity.js';
import { FactorEntity } from './factor.entity.js';

/** A factor that satisfies MFA. The set of recovery codes is also stored as a factor, but does not satisfy MFA without another one. */
export type SecondFactor = FactorEntity & { factorType: 'totp' | 'webauthn' | 'phone' };

export function isSecondFactor(factor: FactorEntity): factor is SecondFactor {
  return factor.factorType !== 'recovery_code';
}

/** Identifies a challenge, which is valid only in the session that requested it. */
export type ChallengeKey = Pick<FactorChallengeEntity, 'id' | 'factorId' | 'sessionId'>;

/** What tells whether a user may have factors. */
export interface FactorOwner {
  id: string;
  hasFactors: boolean;
}

/** MFA factors, their WebAuthn credentials and their challenges. */
@Injectable()
export class FactorsRepository extends CredentialStore {
  constructor(private readonly database: Database) {
    super();
  }

  /** Without recovery codes, oldest first. Skips the query for users who never had a factor. */
  async findByUser(user: FactorOwner): Promise<SecondFactor[]> {
    return (await this.findListedByUser(user)).filter(isSecondFactor);
  }

  /** Like {@link findByUser}, but includes the set of recovery codes. */
  async findListedByUser({ id: userId, hasFactors }: FactorOwner): Promise<FactorEntity[]> {
    if (!hasFactors) return [];
    return this.database.em.find(FactorEntity, { userId }, { orderBy: { createdAt: 'asc', id: 'asc' } });
  }

  async insert(factor: Omit<FactorEntity, 'lastStep' | 'lastChallengedAt' | 'updatedAt'>): Promise<void> {
    await this.database.em.insert(FactorEntity, { ...factor, updatedAt: factor.createdAt });
  }

  async markVerified(id: string, step: number | null, now: Date): Promise<void> {
    const verified = { status: 'verified', lastStep: step, updatedAt: now } as const;
    await this.database.em.nativeUpdate(FactorEntity, { id }, verified);
  }

  async remove(id: string): Promise<void> {
    await this.database.em.nativeDelete(FactorEntity, { id });
  }

  override async removeAllForUser(userId: string): Promise<void> {
    await this.database.em.nativeDelete(FactorEntity, { userId });
  }

  /** Removes all unverified factors, or those created before a time. */
  async removeUnverifiedForUser(userId: string, createdBefore: Date | null): Promise<void> {
    await this.database.em.nativeDelete(FactorEntity, {
      userId,
      status: 'unverified',
      ...(createdBefore && { createdAt: { $lt: createdBefore } }),
    });
  }

  /** Does nothing if the factor has been removed. */
  async insertChallenge(challenge: Omit<FactorChallengeEntity, 'codeHash'>, now: Date): Promise<void> {
    await this.database.transaction(async () => {
      const { em } = this.database;
      const { factorId } = challenge;
      const updated = await em.nativeUpdate(FactorEntity, { id: factorId }, { lastChallengedAt: now });
      if (updated > 0) await em.insert(FactorChallengeEntity, challenge);
    });
  }

  findChallenge(key: ChallengeKey): Promise<FactorChallengeEntity | null> {
    return this.database.em.findOne(FactorChallengeEntity, key);
  }

  async setChallengeCode(id: string, codeHash: Buffer): Promise<void> {
    await this.database.em.nativeUpdate(FactorChallengeEntity, { id }, { codeHash });
  }

  /** Deletes and returns a challenge, so that it can be used only once. */
  async consumeChallenge(key: ChallengeKey): Promise<FactorChallengeEntity | null> {
    const [challenge] = await deleteReturning(this.database.em, FactorChallengeEntity, key);
    return challenge ?? null;
  }

  findCredential(factorId: string): Promise<FactorCredentialEntity | null> {
    return this.database.em.findOne(FactorCredentialEntity, { factorId });
  }

  findCredentialsByUser(userId: string): Promise<FactorCredentialEntity[]> {
    const { em } = this.database;
    const factors = em.createQueryBuilder(FactorEntity).select('id').where({ userId });
    return em.find(FactorCredentialEntity, { factorId: { $in: factors } });
  }

  /** False if the credential is already registered, for any user. */
  async addCredential(factorId: string, credential: RegisteredCredential): Promise<boolean> {
    const { affectedRows } = await this.database.em
      .createQueryBuilder(FactorCredentialEntity)
      .insert({ ...credential, factorId })
      .onConflict()
      .ignore()
      .execute();
    return affectedRows > 0;
  }

  /** False if the counter did not increase, which indicates a cloned authenticator. Authenticators without a counter send 0. */
  async recordSignature(factorId: string, counter: number): Promise<boolean> {
    const key = { factorId, ...increasesTo(counter) };
    return (await this.database.em.nativeUpdate(FactorCredentialEntity, key, { counter })) > 0;
  }

  /** Removes the challenges of a factor in all sessions. */
  async removeChallengesByFactor(factorId: string): Promise<void> {
    await this.database.em.nativeDelete(FactorChallengeEntity, { factorId });
  }

  async removeChallengesInSession(sessionId: string, factorId: string): Promise<void> {
    await this.database.em.nativeDelete(FactorChallengeEntity, { factorId, sessionId });
  }
}
