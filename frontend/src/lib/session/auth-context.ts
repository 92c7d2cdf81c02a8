import { createContext, use } from 'react';
import type { AuthClient, Session, User } from './auth-client';
import type { AuthFailure } from './auth-failure';

/** Result of an auth action; `error` is null on success. */
export interface AuthResult {
  error: AuthFailure | null;
}

export interface SignInResult extends AuthResult {
  /** The account requires MFA; the user is not signed in until it is completed. */
  mfaRequired?: boolean;
}

export interface AuthState {
  user: User | null;
  session: Session | null;
  /** True until the session is known. */
  loading: boolean;
  /** True from using a recovery link until a new password is set. */
  recovering: boolean;
  /** Set while MFA is required. The user counts as signed out. */
  mfaUser: User | null;
  /** The session ended without the user signing out here. */
  ended: boolean;
}

export interface Auth extends AuthState {
  /** Creates an account. The confirmation email links to this site. */
  signUp(email: string, password: string, fullName: string, captchaToken?: string): Promise<AuthResult>;
  signIn(email: string, password: string, captchaToken?: string): Promise<SignInResult>;
  /** Signs out of this browser only. */
  signOut(): Promise<AuthResult>;
  /** The client library, loaded on the first call. Rejects when loading fails. */
  connect(): Promise<AuthClient>;
}

export const AuthContext = createContext<Auth | undefined>(undefined);

/** The session and the auth actions. Throws outside an AuthProvider. */
export function useAuth(): Auth {
  const auth = use(AuthContext);
  if (!auth) throw new Error('useAuth must be used within an AuthProvider');
  return auth;
}
