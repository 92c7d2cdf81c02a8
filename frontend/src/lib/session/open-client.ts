import { GoTrueClient } from '@supabase/auth-js';
import { AUTH_PATH } from '@subscription-site/shared/paths';
import { STORAGE_KEY, type AuthClient } from './auth-client';
import type { Auth } from './auth-context';
import { failureOf } from './auth-failure';
import { lacksSecondStep } from './second-step';
import { noteWeakness } from './weak-password';

/** The client library. It renews tokens by itself: looked at every 30 seconds, due three ticks before expiry. */
export function openClient(): AuthClient {
  return new GoTrueClient({
    url: `${window.location.origin}${AUTH_PATH}`,
    storageKey: STORAGE_KEY,
    autoRefreshToken: true,
    persistSession: true,
    detectSessionInUrl: true,
    flowType: 'implicit',
  });
}

/** The acts on a session that every page may offer. */
export function actsOf(client: AuthClient): Pick<Auth, 'signUp' | 'signIn' | 'signOut'> {
  return {
    signUp: async (email, password, fullName, captchaToken) => {
      const options = {
        data: { full_name: fullName },
        emailRedirectTo: window.location.origin,
        captchaToken,
      };
      const { error } = await client.signUp({ email, password, options });
      return { error: failureOf(error) };
    },
    signIn: async (email, password, captchaToken) => {
      const { data, error } = await client.signInWithPassword({ email, password, options: { captchaToken } });
      if (data.user) noteWeakness(data.user.id, data.weakPassword);
      return { error: failureOf(error), halfway: data.session !== null && lacksSecondStep(data.session) };
    },
    signOut: async () => {
      const { error } = await client.signOut({ scope: 'local' });
      return { error: failureOf(error) };
    },
  };
}
