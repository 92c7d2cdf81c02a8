import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import type { RegisteredCredential, StoredCredential } from '../domain/webauthn.js';
import type { UserRecord } from './user.entity.js';

export interface FactorRow {
  id: string;
  userId: string;
  factorType: 'totp' | 'webauthn' | 'phone';
  friendlyName: string;
  status: 'unverified' | 'verified';
  /** Sealed; null for all but authenticator apps. */
  secret: Buffer | null;
  /** Digits; null for all but phones. */
  phone: string | null;
  lastStep: number | null;
  lastChallengedAt: Date | null;
  createdAt: Date;
  updatedAt: Date;
}

/** What is listed as a factor: also the set of recovery codes, which stands in for the others and counts for nothing alone. */
export type ListedFactorRow = Omit<FactorRow, 'factorType'> & {
  factorType: FactorRow['factorType'] | 'recovery_code';
};

export function isSecondFactor(row: ListedFactorRow): row is FactorRow {
  return row.factorType !== 'recovery_code';
}

/** A challenge as only the session can name it that asked for it. */
export interface ChallengeKey {
  id: string;
  factorId: string;
  sessionId: string;
}

export interface ChallengeRow {
  ip: string | null;
  expiresAt: Date;
  /** What a device is asked to sign; null for codes. */
  challenge: string | null;
  /** Of a code that was sent; null for all others, and until it is. */
  codeHash: Buffer | null;
}

const COLUMNS = `id, user_id as "userId", factor_type as "factorType", friendly_name as "friendlyName", status, secret, phone,
  last_step::float8 as "lastStep", last_challenged_at as "lastChallengedAt", created_at as "createdAt", updated_at as "updatedAt"`;

const CHALLENGE_COLUMNS = 'ip, expires_at as "expiresAt", challenge, code_hash as "codeHash"';
const CREDENTIAL_COLUMNS = `credential_id as "credentialId", public_key as "publicKey", counter::float8 as counter, transports`;

/** Second factors, the keys of some, and their challenges. */
@Injectable()
export class FactorsRepository {
  constructor(private readonly database: Database) {}

  /** Second factors, oldest first. Nothing is asked for an account that never had one. */
  async of(user: Pick<UserRecord, 'id' | 'hasFactors'>): Promise<FactorRow[]> {
    if (!user.hasFactors) return [];
    return this.database.query<FactorRow>({
      name: 'factors-of-user',
      text: `select ${COLUMNS} from factors where user_id = $1 and factor_type <> 'recovery_code' order by created_at, id`,
      values: [user.id],
    });
  }

  /** The same, and the set of recovery codes among them. */
  async listOf(user: Pick<UserRecord, 'id' | 'hasFactors'>): Promise<ListedFactorRow[]> {
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

  async verified(id: string, step: number | null, now: Date): Promise<void> {
    await this.database.query({
      text: `update factors set status = 'verified', last_step = $2, updated_at = $3 where id = $1`,
      values: [id, step, now],
    });
  }

  /** Its name and number. */
  async change({
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

  async removeAllOf(userId: string): Promise<void> {
    await this.database.query({ text: 'delete from factors where user_id = $1', values: [userId] });
  }

  /** Those that no one has shown a code of; all, or those begun before a time. */
  async removeUnverifiedOf(userId: string, begunBefore: Date | null): Promise<void> {
    await this.database.query({
      text: `delete from factors where user_id = $1 and status = 'unverified'
               and ($2::timestamptz is null or created_at < $2)`,
      values: [userId, begunBefore],
    });
  }

  async challenge(challenge: {
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

  /** Notes the code that is sent for a challenge. */
  async setChallengeCode(id: string, codeHash: Buffer): Promise<void> {
    await this.database.query({
      text: 'update factor_challenges set code_hash = $2 where id = $1',
      values: [id, codeHash],
    });
  }

  /** Gives a challenge once. */
  async takeChallenge({ id, factorId, sessionId }: ChallengeKey): Promise<ChallengeRow | undefined> {
    const [row] = await this.database.query<ChallengeRow>({
      text: `delete from factor_challenges where id = $1 and factor_id = $2 and session_id = $3
             returning ${CHALLENGE_COLUMNS}`,
      values: [id, factorId, sessionId],
    });
    return row;
  }

  async credentialOf(factorId: string): Promise<StoredCredential | undefined> {
    const [row] = await this.database.query<StoredCredential>({
      text: `select ${CREDENTIAL_COLUMNS} from factor_credentials where factor_id = $1`,
      values: [factorId],
    });
    return row;
  }

  /** Of all factors of the account. */
  credentialsOf(userId: string): Promise<StoredCredential[]> {
    return this.database.query<StoredCredential>({
      text: `select ${CREDENTIAL_COLUMNS} from factor_credentials join factors on id = factor_id where user_id = $1`,
      values: [userId],
    });
  }

  /** False for a key that is registered already, the person who's it is. */
  async addCredential(factorId: string, credential: RegisteredCredential): Promise<boolean> {
    const { credentialId, publicKey, counter, transports, aaguid } = credential;
    const rows = await this.database.query({
      text: `insert into factor_credentials (factor_id, credential_id, public_key, counter, transports, aaguid)
             values ($1, $2, $3, $4, $5, $6) on conflict do nothing returning 1`,
      values: [factorId, credentialId, publicKey, counter, transports, aaguid],
    });
    return rows.length > 0;
  }

  /** Notes a signature. False when a later one was noted already. */
  async signedBy(factorId: string, counter: number): Promise<boolean> {
    const rows = await this.database.query({
      text: `update factor_credentials set counter = $2
             where factor_id = $1 and (counter < $2 or (counter = 0 and $2 = 0)) returning 1`,
      values: [factorId, counter],
    });
    return rows.length > 0;
  }

  /** In every session. */
  async removeChallengesOf(factorId: string): Promise<void> {
    await this.database.query({
      text: 'delete from factor_challenges where factor_id = $1',
      values: [factorId],
    });
  }

  async removeChallengesIn(sessionId: string, factorId: string): Promise<void> {
    await this.database.query({
      text: 'delete from factor_challenges where factor_id = $1 and session_id = $2',
      values: [factorId, sessionId],
    });
  }
}
