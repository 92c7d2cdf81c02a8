import { AUTH_PATH } from '@subscription-site/shared/paths';
import { callApi } from '../../../lib/api/client';
import type { AuthClient } from '../../../lib/session/auth-client';

interface SessionTokens {
  access_token: string;
  refresh_token: string;
}

/**
 * Uses a recovery code instead of a second factor to complete sign-in. Throws ApiError:
 * `mfa_verification_failed` for an invalid or used code.
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
