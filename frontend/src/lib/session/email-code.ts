import type { EmailOtpType, Session } from '@supabase/auth-js';
import type { AuthClient } from './auth-client';
import { toAuthFailure, type AuthFailure } from './auth-failure';

const WRONG_CODE = 'That code isn’t right or has expired. Check the code in the email, or request a new one.';

/**
 * Redeems the code of an email instead of its link. There is no session after the first of two confirmations of an email change.
 * `email` accepts the code of every email that signs in.
 */
export async function verifyEmailCode(
  client: AuthClient,
  type: EmailOtpType,
  email: string,
  token: string,
): Promise<{ session: Session | null; failure: AuthFailure | null }> {
  const { data, error } = await client.verifyOtp({ type, email, token });
  const failure = toAuthFailure(error);
  if (failure?.code === 'otp_expired') failure.message = WRONG_CODE;
  return { session: data.session, failure };
}
