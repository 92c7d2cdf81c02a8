import { AUTH_PATH } from '@subscription-site/shared/paths';
import { callApi } from '../../../lib/api/client';

const RECOVERY_CODES_PATH = `${AUTH_PATH}/recovery-codes`;

/** How many recovery codes still work, and since when there are any. */
export interface RecoveryCodesSummary {
  remaining: number;
  created_at: string | null;
}

export const fetchRecoveryCodes = () => callApi<RecoveryCodesSummary>(RECOVERY_CODES_PATH, { method: 'GET' });

/** Ten new codes; whatever codes there were stop working. They are told this once. */
export async function generateRecoveryCodes(): Promise<string[]> {
  return (await callApi<{ codes: string[] }>(RECOVERY_CODES_PATH)).codes;
}
