import type { CorrectWelcomeEmailRequest, WelcomeEmailStatus } from '@subscription-site/shared/contracts';
import { ACCOUNT_PATH } from '@subscription-site/shared/paths';
import { callApi } from '../../../lib/api/client';
import { logError } from '../../../lib/log';
import { refreshSession } from '../../../lib/api/token-source';

const PATH = `${ACCOUNT_PATH}/welcome-email`;

export function fetchWelcomeEmail(): Promise<WelcomeEmailStatus> {
  return callApi<WelcomeEmailStatus>(PATH, { method: 'GET' });
}

export function resendWelcomeEmail(): Promise<WelcomeEmailStatus> {
  return callApi<WelcomeEmailStatus>(`${PATH}/resend`);
}

/** Works once, while the address is unconfirmed. The session then names the corrected address. */
export async function correctWelcomeEmail(email: string): Promise<WelcomeEmailStatus> {
  const body: CorrectWelcomeEmailRequest = { email };
  const status = await callApi<WelcomeEmailStatus>(`${PATH}/correct`, { body });
  await refreshSession().catch((error: unknown) => logError('session', error));
  return status;
}
