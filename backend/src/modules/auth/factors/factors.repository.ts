import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import { CredentialStore } from '../core/credential-store.port.js';
import type { RegisteredCredential, StoredCredential } from '../webauthn/webauthn.port.js';

export interface FactorRow {
  id: string;
  userId: string;
  factorType: 'totp' | 'webauthn' | 'phone';
  friendlyName: string;
  status: 'unverified' | 'verified';
  /** Encrypted; only for TOTP. */
  secret: Buffer | null;
  /** Digits only; only for phone factors. */
  phone: string | null;
  lastStep: number | null;
  lastChallengedAt: Date | null;
  createdAt: Date;
  updatedAt: Date;
}

/** Factors as listed. Includes the set of recovery codes, which does not satisfy MFA without another factor. */
export type ListedFactorRow = Omit<FactorRow, 'factorType'> & {
  factorType: FactorRow['factorType'] | 'recovery_code';
};

export function isSecondFactor(row: ListedFactorRow): row is FactorRow {
  return row.factorType !== 'recovery_code';
}

/** Identifies a challenge, which is valid only in the session that requested it. */
export interface ChallengeKey {
  id: string;
  factorId: string;
  sessionId: string;
}

export interface ChallengeRow {
  ip: string | null;
  expiresAt: Date;
  /** WebAuthn challenge; null for codes. */
  challenge: string | null;
  /** Set once an SMS code has been sent; null for other factors. */
  codeHash: Buffer | null;
}

/** The part of a user that tells whether they may have factors. */
export interface FactorOwner {
  id: string;
  hasFactors: boolean;
}

const COLUMNS = `id, user_id as "userId", factor_type as "factorType", friendly_name as "friendlyName", status, secret, phone,
  last_step::float8 as "lastStep", last_challenged_at as "lastChallengedAt", created_at as "createdAt", updated_at as "updatedAt"`;

const CHALLENGE_COLUMNS = 'ip, expires_at as "expiresAt", challenge, code_hash as "codeHash"';
const CREDENTIAL_COLUMNS = `credential_id as "credentialId", public_key as "publicKey", counter::float8 as counter, transports`;

/** MFA factors, their WebAuthn credentials and their challenges. */
@Injectable()
export class FactorsRepository extends CredentialStore {
  constructor(private readonly database: Database) {
    super();
  }

  /** Without recovery codes, oldest first. Skips the query for users who never had a factor. */
  async findByUser(user: FactorOwner): Promise<FactorRow[]> {
    if (!user.hasFactors) return [];
    return this.database.query<FactorRow>({
      name: 'factors-of-user',
      text: `select ${COLUMNS} from factors where user_id = $1 and factor_type <> 'recovery_code' order by created_at, id`,
      values: [user.id],
    });
  }

  /** Like {@link findByUser}, but includes the set of recovery codes. */
  async findListedByUser(user: FactorOwner): Promise<ListedFactorRow[]> {
    if (!user.hasFactors) return [];
    return this.database.query<ListedFactorRow>({
      name: 'listed-factors-of-user',
      text: `select ${COLUMNS} from factors where user_id = $1 order by created_at, id`,
      values: [user.id],
    });
  }

  async insert(factor: ListedFactorRow): Promise<void> {
    await this.database.query({
      text: `insert into factors (id, user_id, factor_type, friendly_name, status, secret, phone, created_at, updated_at)
             values ($1, $2, $3, $4, $5, $6, $7, $8, $8)`,
      values: [
        factor.id,
        factor.userId,
        factor.factorType,
        factor.friendlyName,
        factor.status,
        factor.secret,
        factor.phone,
        factor.createdAt,
      ],
    });
  }

  async markVerified(id: string, step: number | null, now: Date): Promise<void> {
    await this.database.query({
      text: `update factors set status = 'verified', last_step = $2, updated_at = $3 where id = $1`,
      values: [id, step, now],
    });
  }

  async update({
    id,
    friendlyName,
    phone,
    updatedAt,
  }: Pick<FactorRow, 'id' | 'friendlyName' | 'phone' | 'updatedAt'>): Promise<void> {
    await this.database.query({
      text: 'update factors set friendly_name = $2, phone = $3, updated_at = $4 where id = $1',
      values: [id, friendlyName, phone, updatedAt],
    });
  }

  async remove(id: string): Promise<void> {
    await this.database.query({ text: 'delete from factors where id = $1', values: [id] });
  }

  override async removeAllForUser(userId: string): Promise<void> {
    await this.database.query({ text: 'delete from factors where user_id = $1', values: [userId] });
  }

  /** Removes all unverified factors, or those created before a time. */
  async removeUnverifiedForUser(userId: string, createdBefore: Date | null): Promise<void> {
    await this.database.query({
      text: `delete from factors where user_id = $1 and status = 'unverified'
               and ($2::timestamptz is null or created_at < $2)`,
      values: [userId, createdBefore],
    });
  }

  async insertChallenge(challenge: {
    id: string;
    factorId: string;
    sessionId: string;
    ip: string | null;
    challenge: string | null;
    now: Date;
    expiresAt: Date;
  }): Promise<void> {
    await this.database.query({
      text: `with factor as (update factors set last_challenged_at = $4 where id = $2 returning id)
             insert into factor_challenges (id, factor_id, ip, expires_at, challenge, session_id)
             select $1, id, $3, $5, $6, $7 from factor`,
      values: [
        challenge.id,
        challenge.factorId,
        challenge.ip,
        challenge.now,
        challenge.expiresAt,
        challenge.challenge,
        challenge.sessionId,
      ],
    });
  }

  async findChallenge({ id, factorId, sessionId }: ChallengeKey): Promise<ChallengeRow | undefined> {
    const [row] = await this.database.query<ChallengeRow>({
      text: `select ${CHALLENGE_COLUMNS} from factor_challenges where id = $1 and factor_id = $2 and session_id = $3`,
      values: [id, factorId, sessionId],
    });
    return row;
  }

  async setChallengeCode(id: string, codeHash: Buffer): Promise<void> {
    await this.database.query({
      text: 'update factor_challenges set code_hash = $2 where id = $1',
      values: [id, codeHash],
    });
  }

  /** Deletes and returns a challenge, so that it can be used only once. */
  async consumeChallenge({ id, factorId, sessionId }: ChallengeKey): Promise<ChallengeRow | undefined> {
    const [row] = await this.database.query<ChallengeRow>({
      text: `delete from factor_challenges where id = $1 and factor_id = $2 and session_id = $3
             returning ${CHALLENGE_COLUMNS}`,
      values: [id, factorId, sessionId],
    });
    return row;
  }

  async findCredential(factorId: string): Promise<StoredCredential | undefined> {
    const [row] = await this.database.query<StoredCredential>({
      text: `select ${CREDENTIAL_COLUMNS} from factor_credentials where factor_id = $1`,
      values: [factorId],
    });
    return row;
  }

  findCredentialsByUser(userId: string): Promise<StoredCredential[]> {
    return this.database.query<StoredCredential>({
      text: `select ${CREDENTIAL_COLUMNS} from factor_credentials join factors on id = factor_id where user_id = $1`,
      values: [userId],
    });
  }

  /** False if the credential is already registered, for any user. */
  async addCredential(factorId: string, credential: RegisteredCredential): Promise<boolean> {
    const { credentialId, publicKey, counter, transports, aaguid } = credential;
    const rows = await this.database.query({
      text: `insert into factor_credentials (factor_id, credential_id, public_key, counter, transports, aaguid)
             values ($1, $2, $3, $4, $5, $6) on conflict do nothing returning 1`,
      values: [factorId, credentialId, publicKey, counter, transports, aaguid],
    });
    return rows.length > 0;
  }

  /** False if the counter did not increase, which indicates a cloned authenticator. Authenticators without a counter send 0. */
  async recordSignature(factorId: string, counter: number): Promise<boolean> {
    const rows = await this.database.query({
      text: `update factor_credentials set counter = $2
             where factor_id = $1 and (counter < $2 or (counter = 0 and $2 = 0)) returning 1`,
      values: [factorId, counter],
    });
    return rows.length > 0;
  }

  /** Removes the challenges of a factor in all sessions. */
  async removeChallengesByFactor(factorId: string): Promise<void> {
    await this.database.query({
      text: 'delete from factor_challenges where factor_id = $1',
      values: [factorId],
    });
  }

  async removeChallengesInSession(sessionId: string, factorId: string): Promise<void> {
    await this.database.query({
      text: 'delete from factor_challenges where factor_id = $1 and session_id = $2',
      values: [factorId, sessionId],
    });
  }
}
