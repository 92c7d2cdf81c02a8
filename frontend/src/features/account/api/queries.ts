import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { useAuth } from '../../../lib/session/auth-context';
import { fetchAccount, fetchPasskeys } from './account';
import { fetchRecoveryCodes } from './recovery-codes';
import { fetchSessions } from './sessions';

/** Query keys, for invalidation. */
const accountKeys = {
  user: ['account', 'user'],
  sessions: ['account', 'sessions'],
  passkeys: ['account', 'passkeys'],
} as const;

export const sessionsQuery = queryOptions({ queryKey: accountKeys.sessions, queryFn: fetchSessions });

/** Not cached: generating codes changes the number while it is off screen. */
export const recoveryCodesQuery = queryOptions({
  queryKey: ['account', 'recovery-codes'],
  queryFn: fetchRecoveryCodes,
  gcTime: 0,
});

/** Queries that go through the auth client. */
export function useAuthQueries() {
  const { connect } = useAuth();
  return {
    user: queryOptions({
      queryKey: accountKeys.user,
      queryFn: async () => fetchAccount(await connect()),
    }),
    passkeys: queryOptions({
      queryKey: accountKeys.passkeys,
      queryFn: async () => fetchPasskeys(await connect()),
    }),
  };
}

/** Reloads the account after a change, and its sessions: a new password or a first factor signs out other devices. */
export function useReloadAccount(): () => Promise<void> {
  const queryClient = useQueryClient();
  return async () => {
    await Promise.all([
      queryClient.invalidateQueries({ queryKey: accountKeys.user }),
      queryClient.invalidateQueries({ queryKey: accountKeys.sessions }),
    ]);
  };
}
