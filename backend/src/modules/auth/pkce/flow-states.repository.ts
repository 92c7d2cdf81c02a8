import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import type { CodeChallenge } from './code-challenge.js';

export interface FlowRow {
  id: string;
  userId: string;
  /** The session to continue; null if the code creates one. */
  sessionId: string | null;
  codeChallenge: string;
  codeChallengeMethod: CodeChallenge['method'];
  method: string;
  codeExpiresAt: Date;
  /** Encrypted with the code. */
  providerTokens: Buffer | null;
}

/** PKCE flows. */
@Injectable()
export class FlowStatesRepository {
  constructor(private readonly database: Database) {}

  async insert(
    flow: Pick<FlowRow, 'id' | 'userId' | 'sessionId'> & { now: Date; expiresAt: Date } & CodeChallenge,
  ): Promise<void> {
    await this.database.query({
      text: `insert into flow_states (id, user_id, session_id, code_challenge, code_challenge_method, created_at, expires_at)
             values ($1, $2, $3, $4, $5, $6, $7)`,
      values: [flow.id, flow.userId, flow.sessionId, flow.challenge, flow.method, flow.now, flow.expiresAt],
    });
  }

  /** Stores the code once the link has been followed. */
  async complete(
    flow: Pick<FlowRow, 'id' | 'method' | 'codeExpiresAt' | 'providerTokens'> & { codeHash: Buffer },
  ): Promise<void> {
    await this.database.query({
      text: `update flow_states set method = $2, code_hash = $3, code_expires_at = $4, provider_tokens = $5 where id = $1`,
      values: [flow.id, flow.method, flow.codeHash, flow.codeExpiresAt, flow.providerTokens],
    });
  }

  async findByCode(codeHash: Buffer): Promise<FlowRow | undefined> {
    const [row] = await this.database.query<FlowRow>({
      text: `select id, user_id as "userId", session_id as "sessionId", code_challenge as "codeChallenge",
                    code_challenge_method as "codeChallengeMethod", method, code_expires_at as "codeExpiresAt",
                    provider_tokens as "providerTokens"
             from flow_states where code_hash = $1`,
      values: [codeHash],
    });
    return row;
  }

  /** False if the code was already used or revoked. */
  async remove(id: string): Promise<boolean> {
    const rows = await this.database.query({
      text: 'delete from flow_states where id = $1 returning 1',
      values: [id],
    });
    return rows.length > 0;
  }
}
