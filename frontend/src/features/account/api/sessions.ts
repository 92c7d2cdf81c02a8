import type { AccountSession, AccountSessionList } from '@subscription-site/shared/contracts';
import { ACCOUNT_PATH } from '@subscription-site/shared/paths';
import { isApiError } from '../../../lib/api/api-error';
import { callApi } from '../../../lib/api/client';

const SESSIONS_PATH = `${ACCOUNT_PATH}/sessions`;

/** Active sessions, most recently used first. */
export async function fetchSessions(): Promise<AccountSession[]> {
  return (await callApi<AccountSessionList>(SESSIONS_PATH, { method: 'GET' })).sessions;
}

/** Signs out one device. Succeeds when its session no longer exists. */
export async function endSession(id: string): Promise<void> {
  try {
    await callApi<void>(`${SESSIONS_PATH}/${encodeURIComponent(id)}`, { method: 'DELETE' });
  } catch (error) {
    if (!isApiError(error, 'session_not_found')) throw error;
  }
}
