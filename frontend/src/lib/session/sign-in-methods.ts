import { AUTH_PATH } from '@subscription-site/shared/paths';
import { callApi } from '../api/client';
import { logError } from '../log';
import { useLoad } from '../use-load';

/** Sign-in methods of this installation besides password and email. */
export interface SignInMethods {
  /** Enabled and supported by this browser. */
  passkeys: boolean;
  /** Whether users can sign in with a phone number. */
  phone: boolean;
  /** OAuth providers. */
  providers: readonly OAuthProvider[];
}

export interface OAuthProvider {
  /** ID at the auth service. */
  id: string;
  /** Set by the operator. */
  displayName: string | undefined;
}

const NO_METHODS: SignInMethods = { passkeys: false, phone: false, providers: [] };
/** Keys of the response that are not OAuth providers. */
const NOT_OAUTH: readonly string[] = ['anonymous_users', 'email', 'phone'];

/** Sign-in methods of this installation; none until loaded or when loading fails. */
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
    phone: external['phone'] === true,
    providers: Object.keys(external)
      .filter((id) => external[id] && !NOT_OAUTH.includes(id))
      .map((id) => ({ id, displayName: external_names?.[id] })),
  };
}
