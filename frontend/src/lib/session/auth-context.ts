import { createContext, use } from 'react';
import type { AuthClient, Session, User } from './auth-client';
import type { AuthFailure } from './auth-failure';

/** Answer of every act on the session: `error` is null when it succeeded. */
export interface AuthResult {
  error: AuthFailure | null;
}

export interface SignInResult extends AuthResult {
  /** Set where the account asks for a second step: nobody is signed in until it is shown. */
  mfaRequired?: boolean;
}

export interface AuthState {
  user: User | null;
  session: Session | null;
  /** True until it is known whether someone is signed in. */
  loading: boolean;
  /** True from the moment a recovery link was used until a new password is set. */
  recovering: boolean;
  /** Who has come by the first step alone, where the account asks for a second one. Such a person counts as signed out. */
  mfaUser: User | null;
}

export interface Auth extends AuthState {
  /** Makes an account; the confirmation mail leads back to this site. */
  signUp(email: string, password: string, fullName: string, captchaToken?: string): Promise<AuthResult>;
  signIn(email: string, password: string, captchaToken?: string): Promise<SignInResult>;
  /** Ends the session of this browser only. */
  signOut(): Promise<AuthResult>;
  /** The client library itself, loaded on the first call. Rejects when it cannot be loaded. */
  connect(): Promise<AuthClient>;
}

export const AuthContext = createContext<Auth | undefined>(undefined);

/** Who is signed in, and the acts of signing up, in and out. Throws outside an AuthProvider. */
export function useAuth(): Auth {
  const auth = use(AuthContext);
  if (!auth) throw new Error('useAuth must be used within an AuthProvider');
  return auth;
}
