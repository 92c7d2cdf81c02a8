import type { AuthError, PasskeyListItem } from '@supabase/auth-js';
import { ApiError } from '../../../lib/api/api-error';
import type { AuthClient, User } from '../../../lib/session/auth-client';
import { toAuthFailure } from '../../../lib/session/auth-failure';

/** The current account from the server; the session's copy may be older. Throws ApiError. */
export async function fetchAccount(client: AuthClient): Promise<User> {
  const { data, error } = await client.getUser();
  if (!data.user) throw asApiError(error);
  return data.user;
}

/** Passkeys of the account, oldest first. Throws ApiError. */
export async function fetchPasskeys(client: AuthClient): Promise<PasskeyListItem[]> {
  const { data, error } = await client.passkey.list();
  if (!data) throw asApiError(error);
  return data;
}

function asApiError(error: AuthError | null): ApiError {
  const failure = toAuthFailure(error);
  return new ApiError({
    code: failure ? (failure.code ?? 'network_error') : 'unreadable_response',
    status: error?.status ?? 0,
    message: failure?.message ?? '',
  });
}
