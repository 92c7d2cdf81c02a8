import { AUTH_PATH } from '@subscription-site/shared/paths';
import { callApi } from '../../../lib/api/client';

/** What the owner of a mailbox answers to the mail about an account that a payment made. Empty: the open session says it. */
export type PaymentConfirmation = { password?: string; new_password?: string; disown?: true };

interface SessionTokens {
  access_token?: string;
  refresh_token?: string;
}

/**
 * Uses the one-time link of a payment's welcome mail. Gives the session that follows; none after `disown`.
 * Throws ApiError: `otp_expired`, `invalid_credentials`, `weak_password`.
 */
export function verifyPayment(tokenHash: string, confirmation: PaymentConfirmation): Promise<SessionTokens> {
  return callApi<SessionTokens>(`${AUTH_PATH}/verify`, {
    body: { type: 'payment', token_hash: tokenHash, ...confirmation },
  });
}
