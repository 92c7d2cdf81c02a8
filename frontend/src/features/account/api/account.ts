import { ApiError } from '../../../lib/api/api-error';
import type { AuthClient, User } from '../../../lib/session/auth-client';
import { failureOf } from '../../../lib/session/auth-failure';

/** The account as the service has it now; what the session keeps may be older. Throws ApiError. */
export async function fetchAccount(client: AuthClient): Promise<User> {
  const { data, error } = await client.getUser();
  const failure = failureOf(error);
  if (!failure && data.user) return data.user;
  throw new ApiError({
    code: failure ? (failure.code ?? 'network_error') : 'unreadable_answer',
    status: error?.status ?? 0,
    message: failure?.message ?? '',
  });
}
