import type { AuthChangeEvent } from '@supabase/auth-js';
import { loadChunk } from '../browser/load-chunk';
import { hasStoredSession, type AuthClient, type Session } from './auth-client';
import type { Auth } from './auth-context';
import { lacksSecondStep } from './second-step';

export type SessionListener = (event: AuthChangeEvent, session: Session | null) => void;

/** The client library, loaded when it is first needed, with everyone who listens to it. */
export class SessionConnection {
  #client: Promise<AuthClient> | undefined;
  readonly #listeners = new Set<SessionListener>();

  /** Loads the library once. After a failure the next call tries again. */
  readonly connect = (): Promise<AuthClient> => {
    this.#client ??= this.#open().catch((fault: unknown) => {
      this.#client = undefined;
      throw fault;
    });
    return this.#client;
  };

  /** Hears every event from now on. Returns how to stop. */
  listen(listener: SessionListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** The access token, renewed when it is due; nothing where nobody is signed in, or halfway only. */
  readonly accessToken = async (): Promise<string | undefined> => {
    if (!this.#client && !hasStoredSession()) return undefined;
    const { session } = (await (await this.connect()).getSession()).data;
    return session && !lacksSecondStep(session) ? session.access_token : undefined;
  };

  readonly refresh = async (): Promise<void> => {
    await (await this.connect()).refreshSession();
  };

  readonly acts: Pick<Auth, 'signUp' | 'signIn' | 'signOut' | 'connect'> = {
    connect: this.connect,
    signUp: async (...who) => (await this.#acts()).signUp(...who),
    signIn: async (...who) => (await this.#acts()).signIn(...who),
    signOut: async () => (await this.#acts()).signOut(),
  };

  async #acts() {
    const client = await this.connect();
    const { actsOf } = await loadChunk(() => import('./open-client'));
    return actsOf(client);
  }

  async #open(): Promise<AuthClient> {
    const { openClient } = await loadChunk(() => import('./open-client'));
    const client = openClient();
    client.onAuthStateChange((event, session) => {
      for (const listener of this.#listeners) listener(event, session);
    });
    return client;
  }
}
