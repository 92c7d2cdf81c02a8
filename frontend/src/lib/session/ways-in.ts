import { AUTH_PATH } from '@subscription-site/shared/paths';
import { callApi } from '../api/client';
import { logFault } from '../log';
import { useLoad } from '../use-load';

/** Ways into an account that this installation offers beside password and mail. */
export interface WaysIn {
  /** Also that this browser knows them. */
  passkeys: boolean;
}

const NO_OTHER_WAYS: WaysIn = { passkeys: false };

/** What the service offers; nothing until it is known, or where it cannot be had. */
export function useWaysIn(): WaysIn {
  const { value } = useLoad('ways in', () =>
    fetchWaysIn().catch((fault: unknown) => {
      logFault('ways in', fault);
      return NO_OTHER_WAYS;
    }),
  );
  return value ?? NO_OTHER_WAYS;
}

async function fetchWaysIn(): Promise<WaysIn> {
  const offered = await callApi<{ passkeys_enabled: boolean }>(`${AUTH_PATH}/settings`, { method: 'GET' });
  return { passkeys: offered.passkeys_enabled && 'PublicKeyCredential' in window };
}
