import type { AuthChangeEvent } from '@supabase/auth-js';
import { loadChunk } from '../hydration/load-chunk';
import { hasStoredSession, type AuthClient, type Session } from './auth-client';
import type { Auth } from './auth-context';
import { requiresMfa } from './mfa';

export type SessionListener = (event: AuthChangeEvent, session: Session | null) => void;

/** The lazily loaded client library and its subscribers. */
export class SessionConnection {
  #client: Promise<AuthClient> | undefined;
  readonly #listeners = new Set<SessionListener>();
  /** Whether the user is ending the session here. */
  isSigningOut = false;

  /** Loads the library once. A failed load can be retried. */
  readonly connect = (): Promise<AuthClient> => {
    this.#client ??= this.#open().catch((error: unknown) => {
      this.#client = undefined;
      throw error;
    });
    return this.#client;
  };

  /** Subscribes to auth events. Returns an unsubscribe function. */
  subscribe(listener: SessionListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** The access token, refreshed when due; undefined when signed out or while MFA is required. */
  readonly accessToken = async (): Promise<string | undefined> => {
    if (!this.#client && !hasStoredSession()) return undefined;
    const { session } = (await (await this.connect()).getSession()).data;
    return session && !requiresMfa(session) ? session.access_token : undefined;
  };

  readonly refresh = async (): Promise<void> => {
    await (await this.connect()).refreshSession();
  };

  readonly verify = async (): Promise<void> => {
    await (await this.connect()).getUser();
  };

  readonly actions: Pick<Auth, 'signUp' | 'signIn' | 'signOut' | 'connect'> = {
    connect: this.connect,
    signUp: async (...who) => (await this.#acts()).signUp(...who),
    signIn: async (...who) => (await this.#acts()).signIn(...who),
    signOut: async () => {
      const { signOut } = await this.#acts();
      this.isSigningOut = true;
      return signOut().finally(() => {
        this.isSigningOut = false;
      });
    },
  };

  async #acts() {
    const client = await this.connect();
    const { authActions } = await loadChunk(() => import('./create-auth-client'));
    return authActions(client);
  }

  async #open(): Promise<AuthClient> {
    const { createAuthClient } = await loadChunk(() => import('./create-auth-client'));
    const client = createAuthClient();
    client.onAuthStateChange((event, session) => {
      for (const listener of this.#listeners) listener(event, session);
    });
    return client;
  }
}
