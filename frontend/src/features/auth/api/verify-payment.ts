import { AUTH_PATH } from '@subscription-site/shared/paths';
import { callApi } from '../../../lib/api/client';

/**
 * How the owner of an email address responds to the welcome email of a payment. Empty: confirmed by the
 * current session.
 */
export type PaymentConfirmation = { password?: string; new_password?: string; report_unrecognized?: true };

interface SessionTokens {
  access_token?: string;
  refresh_token?: string;
}

/**
 * Uses the one-time link of a payment's welcome email. Returns the new session; none after `report_unrecognized`. Throws
 * ApiError: `otp_expired`, `invalid_credentials`, `weak_password`.
 */
export function verifyPayment(tokenHash: string, confirmation: PaymentConfirmation): Promise<SessionTokens> {
  return callApi<SessionTokens>(`${AUTH_PATH}/verify`, {
    body: { type: 'payment', token_hash: tokenHash, ...confirmation },
  });
}
