import { AUTH_PATH } from '@subscription-site/shared/paths';
import { callApi } from '../api/client';
import { logFault } from '../log';
import { useLoad } from '../use-load';

/** Ways into an account that this installation offers beside password and mail. */
export interface WaysIn {
  /** Also that this browser knows them. */
  passkeys: boolean;
  /** Sites where one may sign in instead. */
  providers: readonly OtherSite[];
}

export interface OtherSite {
  /** As the service calls it. */
  id: string;
  /** By the operator. */
  givenName: string | undefined;
}

const NO_OTHER_WAYS: WaysIn = { passkeys: false, providers: [] };
/** What the service lists beside them. */
const NO_SITES: readonly string[] = ['anonymous_users', 'email', 'phone'];

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
  const { external, external_names, passkeys_enabled } = await callApi<{
    external: Record<string, boolean>;
    external_names?: Record<string, string>;
    passkeys_enabled: boolean;
  }>(`${AUTH_PATH}/settings`, { method: 'GET' });
  return {
    passkeys: passkeys_enabled && 'PublicKeyCredential' in window,
    providers: Object.keys(external)
      .filter((id) => external[id] && !NO_SITES.includes(id))
      .map((id) => ({ id, givenName: external_names?.[id] })),
  };
}
