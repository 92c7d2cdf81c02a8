import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import { CredentialStore } from '../core/credential-store.port.js';
import type { RegisteredCredential, StoredCredential } from '../webauthn/webauthn.port.js';

export interface PasskeyRow extends StoredCredential {
  id: string;
  userId: string;
  friendlyName: string;
  createdAt: Date;
  lastUsedAt: Date | null;
}

export interface PasskeyChallengeRow {
  /** Null for a sign-in. */
  userId: string | null;
  challenge: string;
  expiresAt: Date;
}

const COLUMNS = `id, user_id as "userId", credential_id as "credentialId", public_key as "publicKey", counter::float8 as counter,
  transports, friendly_name as "friendlyName", created_at as "createdAt", last_used_at as "lastUsedAt"`;

/** Passkeys and their challenges. */
@Injectable()
export class PasskeysRepository extends CredentialStore {
  constructor(private readonly database: Database) {
    super();
  }

  /** Oldest first. */
  findByUser(userId: string): Promise<PasskeyRow[]> {
    return this.database.query<PasskeyRow>({
      text: `select ${COLUMNS} from passkeys where user_id = $1 order by created_at, id`,
      values: [userId],
    });
  }

  async findByCredential(credentialId: Buffer): Promise<PasskeyRow | undefined> {
    const [row] = await this.database.query<PasskeyRow>({
      name: 'passkey-by-credential',
      text: `select ${COLUMNS} from passkeys where credential_id = $1`,
      values: [credentialId],
    });
    return row;
  }

  /** False if the credential is already registered, for any user. */
  async insert(
    passkey: RegisteredCredential & { id: string; userId: string; friendlyName: string; now: Date },
  ): Promise<boolean> {
    const rows = await this.database.query({
      text: `insert into passkeys (id, user_id, credential_id, public_key, counter, transports, aaguid, friendly_name, created_at, updated_at)
             values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9) on conflict (credential_id) do nothing returning 1`,
      values: [
        passkey.id,
        passkey.userId,
        passkey.credentialId,
        passkey.publicKey,
        passkey.counter,
        passkey.transports,
        passkey.aaguid,
        passkey.friendlyName,
        passkey.now,
      ],
    });
    return rows.length > 0;
  }

  /** False if the passkey does not exist or its counter did not increase, which indicates a cloned authenticator. */
  async recordUse(id: string, counter: number, now: Date): Promise<boolean> {
    const rows = await this.database.query({
      text: `update passkeys set counter = $2, last_used_at = $3, updated_at = $3
             where id = $1 and (counter < $2 or (counter = 0 and $2 = 0)) returning 1`,
      values: [id, counter, now],
    });
    return rows.length > 0;
  }

  async rename(userId: string, id: string, friendlyName: string, now: Date): Promise<PasskeyRow | undefined> {
    const [row] = await this.database.query<PasskeyRow>({
      text: `update passkeys set friendly_name = $3, updated_at = $4 where id = $2 and user_id = $1 returning ${COLUMNS}`,
      values: [userId, id, friendlyName, now],
    });
    return row;
  }

  async remove(userId: string, id: string): Promise<boolean> {
    const rows = await this.database.query({
      text: 'delete from passkeys where id = $2 and user_id = $1 returning 1',
      values: [userId, id],
    });
    return rows.length > 0;
  }

  override async removeAllForUser(userId: string): Promise<void> {
    await this.database.query({ text: 'delete from passkeys where user_id = $1', values: [userId] });
  }

  async insertChallenge(challenge: PasskeyChallengeRow & { id: string }): Promise<void> {
    await this.database.query({
      text: 'insert into passkey_challenges (id, user_id, challenge, expires_at) values ($1, $2, $3, $4)',
      values: [challenge.id, challenge.userId, challenge.challenge, challenge.expiresAt],
    });
  }

  /** Deletes and returns a challenge of this user, or of a sign-in if `userId` is null, so that it can be used only once. */
  async consumeChallenge(id: string, userId: string | null): Promise<PasskeyChallengeRow | undefined> {
    const [row] = await this.database.query<PasskeyChallengeRow>({
      text: `delete from passkey_challenges where id = $1 and user_id is not distinct from $2::uuid
             returning user_id as "userId", challenge, expires_at as "expiresAt"`,
      values: [id, userId],
    });
    return row;
  }
}
