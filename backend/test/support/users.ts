import { TERMS_VERSION } from '@subscription-site/shared/brand';
import { Users, normalizeEmail, Passwords } from '../../src/modules/auth/index.js';
import type { TestProduct } from './test-product.js';

export interface SignedInUser {
  id: string;
  email: string;
  /** Authorization header of the user's session. */
  headers: Record<string, string>;
}

export interface UserOverrides {
  email?: string;
  fullName?: string;
  /** Whether the email is confirmed. Default: true. */
  confirmed?: boolean;
  role?: 'support' | 'admin';
}

export const PASSWORD = 'a good long password';
let count = 0;

/** Creates a user and signs them in. */
export async function createUser(product: TestProduct, overrides: UserOverrides = {}): Promise<SignedInUser> {
  const {
    email = `user-${++count}@example.com`,
    fullName = 'Ada Person',
    confirmed = true,
    role,
  } = overrides;
  const passwordHash = await product.api.get(Passwords, { strict: false }).hash(PASSWORD, {});
  const { id } = await product.database.transaction(() =>
    product.api.get(Users, { strict: false }).createPaid({
      email,
      fullName,
      passwordHash,
      termsVersion: TERMS_VERSION,
      termsAcceptedAt: product.clock.now(),
    }),
  );
  if (confirmed) {
    await product.database.query({
      text: `update users set email_confirmed_at = $2, app_metadata = app_metadata || $3::jsonb where id = $1`,
      values: [id, product.clock.now(), JSON.stringify(role ? { role } : {})],
    });
  }
  return { id, email, headers: { Authorization: `Bearer ${await signIn(product, email)}` } };
}

async function signIn(product: TestProduct, email: string): Promise<string> {
  const response = await fetch(`${product.url}/api/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ email: normalizeEmail(email), password: PASSWORD }),
  });
  const body = (await response.json()) as { access_token?: string };
  if (!body.access_token) throw new Error(`sign-in: ${response.status} ${JSON.stringify(body)}`);
  return body.access_token;
}
