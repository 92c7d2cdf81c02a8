import type {
  AccountDeletion,
  DataExport,
  DataExportList,
  ScheduledDeletion,
} from '@subscription-site/shared/contracts';
import { ACCOUNT_PATH } from '@subscription-site/shared/paths';
import { callApi } from '../../../lib/api/client';
import { DELETION_PATH } from '../../../lib/session/account-deletion';

const EXPORTS_PATH = `${ACCOUNT_PATH}/exports`;

export const fetchDeletion = () => callApi<AccountDeletion>(DELETION_PATH, { method: 'GET' });

/** `password` is required if the account has one. */
export const scheduleDeletion = (password: string | undefined) =>
  callApi<ScheduledDeletion>(DELETION_PATH, { body: { password } });

/** The latest export. */
export async function fetchExport(): Promise<DataExport | null> {
  return (await callApi<DataExportList>(EXPORTS_PATH, { method: 'GET' })).items[0] ?? null;
}

/** Starts an export, or returns the one being prepared. */
export const requestExport = () => callApi<DataExport>(EXPORTS_PATH);
