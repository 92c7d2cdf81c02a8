import { AUTH_PATH } from '@subscription-site/shared/paths';
import { callApi } from '../../../lib/api/client';

const CODES = `${AUTH_PATH}/recovery-codes`;

/** How many recovery codes still work, and since when there are any. */
export interface RecoveryCodesLeft {
  remaining: number;
  created_at: string | null;
}

export const fetchRecoveryCodesLeft = () => callApi<RecoveryCodesLeft>(CODES, { method: 'GET' });

/** Ten new codes; whatever codes there were stop working. They are told this once. */
export async function makeRecoveryCodes(): Promise<string[]> {
  return (await callApi<{ codes: string[] }>(CODES)).codes;
}
