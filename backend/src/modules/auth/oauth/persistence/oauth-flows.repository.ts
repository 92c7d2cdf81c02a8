import { Injectable } from '@nestjs/common';
import { Database } from '../../../../platform/database/database.js';
import type { CodeChallenge } from '../../pkce/code-challenge.js';

export interface OAuthFlowRow {
  id: string;
  provider: string;
  nonce: string | null;
  redirectTo: string | null;
  codeChallenge: string | null;
  codeChallengeMethod: CodeChallenge['method'] | null;
  /** The session that links an identity; null for a sign-in. */
  sessionId: string | null;
  /** User and current assurance level of that session; null for a sign-in or if the session has ended. */
  userId: string | null;
  aal: string | null;
}

/** OAuth and SAML flows in progress. */
@Injectable()
export class OAuthFlowsRepository {
  constructor(private readonly database: Database) {}

  async insert(
    flow: Omit<OAuthFlowRow, 'userId' | 'aal'> & {
      browserHash: Buffer | null;
      now: Date;
      expiresAt: Date;
    },
  ): Promise<void> {
    await this.database.query({
      text: `insert into oauth_flows (id, provider, browser_hash, nonce, redirect_to, code_challenge, code_challenge_method,
                                         session_id, created_at, expires_at)
             values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
      values: [
        flow.id,
        flow.provider,
        flow.browserHash,
        flow.nonce,
        flow.redirectTo,
        flow.codeChallenge,
        flow.codeChallengeMethod,
        flow.sessionId,
        flow.now,
        flow.expiresAt,
      ],
    });
  }

  /** Reads where to redirect after a flow, without consuming it. */
  async findRedirect(
    id: string,
    now: Date,
  ): Promise<Pick<OAuthFlowRow, 'provider' | 'redirectTo'> | undefined> {
    const [row] = await this.database.query<Pick<OAuthFlowRow, 'provider' | 'redirectTo'>>({
      text: `select provider, redirect_to as "redirectTo" from oauth_flows where id = $1 and expires_at > $2`,
      values: [id, now],
    });
    return row;
  }

  /** Binds a flow to a browser, once, and stores the nonce that the provider must return. Returns the provider's name. */
  async bindToBrowser(
    id: string,
    { browserHash, nonce, now }: { browserHash: Buffer; nonce: string; now: Date },
  ): Promise<string | undefined> {
    const [row] = await this.database.query<{ provider: string }>({
      text: `update oauth_flows set browser_hash = $2, nonce = $3
             where id = $1 and browser_hash is null and expires_at > $4 returning provider`,
      values: [id, browserHash, nonce, now],
    });
    return row?.provider;
  }

  /** Deletes and returns the flow. Requires the browser that started it, so knowing the state is not enough to invalidate a flow. */
  async consume(id: string, browserHash: Buffer, now: Date): Promise<OAuthFlowRow | undefined> {
    const [row] = await this.database.query<OAuthFlowRow>({
      text: `delete from oauth_flows where id = $1 and browser_hash = $2 and expires_at > $3
             returning id, provider, nonce, redirect_to as "redirectTo", code_challenge as "codeChallenge",
                       code_challenge_method as "codeChallengeMethod", session_id as "sessionId",
                       (select user_id from sessions where id = session_id and not_after > $3) as "userId",
                       (select aal from sessions where id = session_id and not_after > $3) as aal`,
      values: [id, browserHash, now],
    });
    return row;
  }
}
