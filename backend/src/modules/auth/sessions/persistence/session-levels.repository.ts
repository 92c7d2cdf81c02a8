import { Injectable } from '@nestjs/common';
import { Database } from '../../../../platform/database/database.js';

/** Authentication methods that raise a session to aal2. */
const MFA_METHODS = ['totp', 'mfa/phone', 'mfa/webauthn', 'mfa/recovery_code'];

/** Enforces assurance levels when factors change. */
@Injectable()
export class SessionLevelsRepository {
  constructor(private readonly database: Database) {}

  async endAal1Sessions(userId: string): Promise<void> {
    await this.database.query({
      text: `delete from sessions where user_id = $1 and aal = 'aal1'`,
      values: [userId],
    });
  }

  async downgradeByFactor(factorId: string, now: Date): Promise<void> {
    await this.database.query({
      text: `update sessions set aal = case when passkey_id is null then 'aal1' else aal end, factor_id = null, updated_at = $2,
                    amr = (select coalesce(jsonb_agg(entry order by ordinal), '[]')
                           from jsonb_array_elements(amr) with ordinality as method (entry, ordinal)
                           where entry ->> 'method' <> all ($3::text[]))
             where factor_id = $1`,
      values: [factorId, now, MFA_METHODS],
    });
  }

  async downgradeByPasskey(userId: string, passkeyId: string, now: Date): Promise<void> {
    await this.database.query({
      text: `update sessions set aal = case when factor_id is null then 'aal1' else aal end, passkey_id = null, updated_at = $3
             where user_id = $1 and passkey_id = $2`,
      values: [userId, passkeyId, now],
    });
  }
}
