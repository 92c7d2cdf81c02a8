import type { Factor } from '../factors/describe-factor.js';

/** An identity as on the wire. `id` is the user's id at the provider. Times are RFC 3339 strings. */
export interface Identity {
  identity_id: string;
  id: string;
  user_id: string;
  identity_data: Record<string, unknown>;
  provider: string;
  last_sign_in_at?: string;
  created_at: string;
  updated_at: string;
  email?: string;
}

/** A user as on the wire, without secrets. Times are RFC 3339 strings. */
export interface User {
  id: string;
  aud: string;
  role: string;
  /** Empty when there is none. */
  email: string;
  /** Digits without `+`; empty when there is none. */
  phone: string;
  email_confirmed_at?: string;
  phone_confirmed_at?: string;
  confirmed_at?: string;
  invited_at?: string;
  confirmation_sent_at?: string;
  recovery_sent_at?: string;
  email_change_sent_at?: string;
  phone_change_sent_at?: string;
  reauthentication_sent_at?: string;
  new_email?: string;
  new_phone?: string;
  last_sign_in_at?: string;
  banned_until?: string;
  deleted_at?: string;
  app_metadata: Record<string, unknown>;
  user_metadata: Record<string, unknown>;
  identities: Identity[];
  /** Absent when there are none. */
  factors?: Factor[];
  created_at: string;
  updated_at: string;
  is_anonymous: boolean;
}
