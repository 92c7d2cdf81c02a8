/** A sign-in method, in the names of the wire protocol. `id` is the account's id at the provider. Times as RFC 3339 text. */
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

/** A second factor, in the names of the wire protocol. Times as RFC 3339 text. */
export interface Factor {
  id: string;
  friendly_name: string;
  factor_type: string;
  status: string;
  /** Digits; of a phone alone. */
  phone?: string;
  created_at: string;
  updated_at: string;
  last_challenged_at: string | null;
}

/** An account as its owner sees it, in the names of the wire protocol; nothing in it is secret. Times as RFC 3339 text. */
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
