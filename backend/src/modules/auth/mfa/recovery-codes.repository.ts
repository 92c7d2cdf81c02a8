import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import { CredentialStore } from '../core/credential-store.port.js';
import { FactorEntity } from '../factors/factor.entity.js';
import { RecoveryCodeEntity } from './recovery-code.entity.js';

/** A user's recovery codes, listed among the factors. */
export interface RecoverySet {
  /** Factor id. */
  id: string;
  friendlyName: string;
  remaining: number;
  /** The set keeps its id when codes are regenerated. */
  codesGeneratedAt: Date | null;
}

/** Hashed recovery codes for users who have lost their MFA factor. Deleted with the factor row that represents the set. */
@Injectable()
export class RecoveryCodesRepository extends CredentialStore {
  constructor(private readonly database: Database) {
    super();
  }

  async findSetByUser(userId: string): Promise<RecoverySet | undefined> {
    const { em } = this.database;
    const set = await em.findOne(FactorEntity, { userId, factorType: 'recovery_code' });
    if (!set) return undefined;
    const codes = await em.find(
      RecoveryCodeEntity,
      { factorId: set.id },
      { orderBy: { createdAt: 'desc' }, disableIdentityMap: true },
    );
    return {
      id: set.id,
      friendlyName: set.friendlyName,
      remaining: codes.filter(({ usedAt }) => usedAt == null).length,
      codesGeneratedAt: codes[0]?.createdAt ?? null,
    };
  }

  /** Replaces all codes of the set. */
  async replace(
    { userId, setId }: { userId: string; setId: string },
    hashes: readonly Buffer[],
    now: Date,
  ): Promise<void> {
    const { em } = this.database;
    await em.nativeDelete(RecoveryCodeEntity, { factorId: setId });
    await em.insertMany(
      RecoveryCodeEntity,
      hashes.map((codeHash) => ({ userId, factorId: setId, codeHash, createdAt: now })),
    );
  }

  /** False if the code is unknown or was used before. */
  async consume(userId: string, codeHash: Buffer, now: Date): Promise<boolean> {
    const code = { userId, codeHash, usedAt: null };
    return (await this.database.em.nativeUpdate(RecoveryCodeEntity, code, { usedAt: now })) > 0;
  }

  /** Removes the codes and the set. */
  override async removeAllForUser(userId: string): Promise<void> {
    await this.database.em.nativeDelete(FactorEntity, { userId, factorType: 'recovery_code' });
  }
}
