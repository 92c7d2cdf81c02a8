import { LockMode } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import { deleteReturning } from '../../../platform/database/delete-returning.js';
import { CredentialStore } from '../core/credential-store.port.js';
import { increasesTo } from '../core/signature-counter.js';
import { PasskeyChallengeEntity } from './passkey-challenge.entity.js';
import { PasskeyEntity } from './passkey.entity.js';

/** Passkeys and their challenges. */
@Injectable()
export class PasskeysRepository extends CredentialStore {
  constructor(private readonly database: Database) {
    super();
  }

  /** Oldest first. */
  findByUser(userId: string): Promise<PasskeyEntity[]> {
    return this.database.em.find(PasskeyEntity, { userId }, { orderBy: { createdAt: 'asc', id: 'asc' } });
  }

  findByCredential(credentialId: Buffer): Promise<PasskeyEntity | null> {
    return this.database.em.findOne(PasskeyEntity, { credentialId });
  }

  /** False if the credential is already registered, for any user. */
  async insert(passkey: Omit<PasskeyEntity, 'lastUsedAt'>): Promise<boolean> {
    const { affectedRows } = await this.database.em
      .createQueryBuilder(PasskeyEntity)
      .insert(passkey)
      .onConflict('credentialId')
      .ignore()
      .execute();
    return affectedRows > 0;
  }

  /** False if the passkey does not exist or its counter did not increase, which indicates a cloned authenticator. */
  async recordUse(id: string, counter: number, now: Date): Promise<boolean> {
    const updated = await this.database.em.nativeUpdate(
      PasskeyEntity,
      { id, ...increasesTo(counter) },
      { counter, lastUsedAt: now, updatedAt: now },
    );
    return updated > 0;
  }

  async rename(userId: string, id: string, friendlyName: string, now: Date): Promise<PasskeyEntity | null> {
    const passkey = await this.database.em.findOne(
      PasskeyEntity,
      { id, userId },
      { lockMode: LockMode.PESSIMISTIC_WRITE },
    );
    return passkey && Object.assign(passkey, { friendlyName, updatedAt: now });
  }

  async remove(userId: string, id: string): Promise<boolean> {
    return (await this.database.em.nativeDelete(PasskeyEntity, { id, userId })) > 0;
  }

  override async removeAllForUser(userId: string): Promise<void> {
    await this.database.em.nativeDelete(PasskeyEntity, { userId });
  }

  async insertChallenge(challenge: PasskeyChallengeEntity): Promise<void> {
    await this.database.em.insert(PasskeyChallengeEntity, challenge);
  }

  /** Deletes and returns a challenge of this user, or of a sign-in if `userId` is null, so that it can be used only once. */
  async consumeChallenge(id: string, userId: string | null): Promise<PasskeyChallengeEntity | undefined> {
    const [challenge] = await deleteReturning(this.database.em, PasskeyChallengeEntity, { id, userId });
    return challenge;
  }
}
