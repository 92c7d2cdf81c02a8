import { AUTH_PATH } from '@subscription-site/shared/paths';
import { callApi } from '../../../lib/api/client';

const RECOVERY_CODES_PATH = `${AUTH_PATH}/recovery-codes`;

export interface RecoveryCodesSummary {
  remaining: number;
  created_at: string | null;
}

export const fetchRecoveryCodes = () => callApi<RecoveryCodesSummary>(RECOVERY_CODES_PATH, { method: 'GET' });

/** Generates ten new codes and invalidates the old ones. They cannot be fetched again. */
export async function generateRecoveryCodes(): Promise<string[]> {
  return (await callApi<{ codes: string[] }>(RECOVERY_CODES_PATH)).codes;
}
