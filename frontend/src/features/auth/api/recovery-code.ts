import { AUTH_PATH } from '@subscription-site/shared/paths';
import { callApi } from '../../../lib/api/client';
import type { AuthClient } from '../../../lib/session/auth-client';

interface SessionTokens {
  access_token: string;
  refresh_token: string;
}

/**
 * Shows a recovery code in place of the second factor, for the session the client has: afterwards it is signed in in full.
 * Throws ApiError: `mfa_verification_failed` for a code that is wrong or was used.
 */
export async function redeemRecoveryCode(client: AuthClient, code: string): Promise<void> {
  const { data } = await client.getSession();
  const tokens = await callApi<SessionTokens>(`${AUTH_PATH}/recovery-codes/verify`, {
    body: { code },
    token: data.session?.access_token,
  });
  const { error } = await client.setSession(tokens);
  if (error) throw error;
}
