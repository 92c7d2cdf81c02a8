import { AUTH_PATH } from '@subscription-site/shared/paths';
import { callApi } from '../api/client';
import { logError } from '../log';
import { useLoad } from '../use-load';

/** Ways into an account that this installation offers beside password and mail. */
export interface SignInMethods {
  /** Also that this browser knows them. */
  passkeys: boolean;
  /** Sites where one may sign in instead. */
  providers: readonly OAuthProvider[];
}

export interface OAuthProvider {
  /** As the service calls it. */
  id: string;
  /** By the operator. */
  displayName: string | undefined;
}

const NO_METHODS: SignInMethods = { passkeys: false, providers: [] };
/** What the service lists beside them. */
const NOT_OAUTH: readonly string[] = ['anonymous_users', 'email', 'phone'];

/** What the service offers; nothing until it is known, or where it cannot be had. */
export function useSignInMethods(): SignInMethods {
  const { value } = useLoad('sign-in methods', () =>
    fetchSignInMethods().catch((error: unknown) => {
      logError('sign-in methods', error);
      return NO_METHODS;
    }),
  );
  return value ?? NO_METHODS;
}

async function fetchSignInMethods(): Promise<SignInMethods> {
  const { external, external_names, passkeys_enabled } = await callApi<{
    external: Record<string, boolean>;
    external_names?: Record<string, string>;
    passkeys_enabled: boolean;
  }>(`${AUTH_PATH}/settings`, { method: 'GET' });
  return {
    passkeys: passkeys_enabled && 'PublicKeyCredential' in window,
    providers: Object.keys(external)
      .filter((id) => external[id] && !NOT_OAUTH.includes(id))
      .map((id) => ({ id, displayName: external_names?.[id] })),
  };
}
