import { ACCOUNT_PATH } from '@subscription-site/shared/paths';
import { callApi } from '../api/client';

export const DELETION_PATH = `${ACCOUNT_PATH}/deletion`;

/** Keeps the account, and resumes the plan if scheduling the deletion canceled it. */
export const undoDeletion = () => callApi<void>(DELETION_PATH, { method: 'DELETE' });
