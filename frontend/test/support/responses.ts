import type { MockResponse } from './network';

/** Responses in wire format. */

export const FUNCTIONS = '/api/functions/v1';
export const AUTH = '/api/auth/v1';
export const ADMIN = '/api/admin/v1';

/** An error response of the product's API. */
export function errorResponse(status: number, code: string, message: string, details?: object): MockResponse {
  return { status, body: { statusCode: status, code, message, details, requestId: 'req-1' } };
}

/** An error response of the auth service for clients that send an API version. */
export function authErrorResponse(
  status: number,
  code: string,
  message: string,
  more: object = {},
): MockResponse {
  return { status, body: { code, message, ...more }, headers: { 'X-Supabase-Api-Version': '2024-01-01' } };
}

/** A verified authenticator app. */
export const APP = {
  id: '0b1d4d0e-3a55-4c0c-9a64-0d9a3f5f2b01',
  friendly_name: 'Phone',
  factor_type: 'totp',
  status: 'verified',
  created_at: '2026-11-20T10:00:00Z',
  updated_at: '2026-11-20T10:00:00Z',
};

/** A verified security key. */
export const KEY = {
  ...APP,
  id: '0b1d4d0e-3a55-4c0c-9a64-0d9a3f5f2b31',
  friendly_name: 'Blue key',
  factor_type: 'webauthn',
};
/** A verified phone number. */
export const PHONE = {
  ...APP,
  id: '0b1d4d0e-3a55-4c0c-9a64-0d9a3f5f2b41',
  friendly_name: '+15550100199',
  factor_type: 'phone',
  phone: '15550100199',
};

/** What differs from the default user. */
export interface Traits {
  email?: string;
  role?: string;
  fullName?: string;
  factors?: (typeof APP & { phone?: string; last_challenged_at?: string })[];
  newEmail?: string;
  unconfirmed?: boolean;
  hasPassword?: false;
  identities?: object[];
}

export function authUser(overrides: Traits = {}) {
  const {
    email = 'ada@example.com',
    role,
    fullName = 'Ada Lovelace',
    factors,
    newEmail,
    hasPassword,
  } = overrides;
  return {
    id: '5b2f3a86-6f5c-4a31-9f2e-0d6f2f5d7c11',
    aud: 'authenticated',
    role: 'authenticated',
    email,
    phone: '',
    email_confirmed_at: overrides.unconfirmed ? undefined : '2026-11-20T10:00:00Z',
    new_email: newEmail,
    email_change_sent_at: newEmail && '2026-11-20T10:00:00Z',
    app_metadata: {
      provider: 'email',
      providers: ['email'],
      ...(role ? { role } : {}),
      ...(hasPassword === false ? { has_password: false } : {}),
    },
    user_metadata: { full_name: fullName },
    identities: overrides.identities ?? [],
    factors,
    created_at: '2026-11-20T10:00:00Z',
    updated_at: '2026-11-20T10:00:00Z',
  };
}

const toBase64 = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** A well-formed token; the page does not check its signature. */
const token = (aal: 'aal1' | 'aal2') =>
  [
    toBase64({ alg: 'ES256', typ: 'JWT', kid: 'k1' }),
    toBase64({ sub: '5b2f3a86-6f5c-4a31-9f2e-0d6f2f5d7c11', exp: Math.floor(Date.now() / 1000) + 3600, aal }),
    'c2lnbmF0dXJl',
  ].join('.');
export const ACCESS_TOKEN = token('aal1');
/** After MFA. */
export const AAL2_TOKEN = token('aal2');

export function session(of = authUser(), accessToken = ACCESS_TOKEN) {
  return {
    access_token: accessToken,
    token_type: 'bearer',
    expires_in: 3600,
    expires_at: Math.floor(Date.now() / 1000) + 3600,
    refresh_token: 'refresh-token',
    user: of,
  };
}

export const NO_SUBSCRIPTION = {
  subscription_tier: null,
  status: null,
  interval: null,
  current_period_end: null,
  trial_end: null,
};
export const TEAM_SUBSCRIPTION = {
  subscription_tier: 'team',
  status: 'active',
  interval: 'month',
  current_period_end: '2026-12-20T10:00:00Z',
  trial_end: null,
};
export const TEAM_INTENT = {
  clientSecret: 'pi_1_secret_1',
  paymentIntentId: 'pi_1',
  livemode: false,
};
export const TEAM_PURCHASE = {
  user: { id: '5b2f3a86-6f5c-4a31-9f2e-0d6f2f5d7c11', email: 'ada@example.com' },
  subscription: {
    plan: 'team',
    interval: 'month',
    status: 'active',
    current_period_end: '2026-12-20T10:00:00Z',
  },
};
