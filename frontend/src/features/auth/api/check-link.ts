import { AUTH_PATH } from '@subscription-site/shared/paths';
import { callApi } from '../../../lib/api/client';
import type { EmailLink } from '../email-link';

/** Whether a one-time link still works, without using it. */
export async function isLinkUsable({ type, tokenHash }: EmailLink): Promise<boolean> {
  const { usable } = await callApi<{ usable: boolean }>(`${AUTH_PATH}/verify/check`, {
    body: { type, token_hash: tokenHash },
  });
  return usable;
}
