import { TERMS_VERSION } from '@subscription-site/shared/brand';
import { Users, Passwords } from '../../src/modules/auth/index.js';
import { signIn } from './auth.js';
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

/** Of the users that {@link createUser} creates. */
export const USER_PASSWORD = 'a good long password';
let count = 0;

/** Creates a user and signs them in. */
export async function createUser(product: TestProduct, overrides: UserOverrides = {}): Promise<SignedInUser> {
  const {
    email = `user-${++count}@example.com`,
    fullName = 'Ada Person',
    confirmed = true,
    role,
  } = overrides;
  const passwordHash = await product.api.get(Passwords).hash(USER_PASSWORD, {});
  const { id } = await product.database.transaction(() =>
    product.api.get(Users).createPaid({
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
  const { body } = await signIn(product, { email, password: USER_PASSWORD }).expect(200);
  return { id, email, headers: { Authorization: `Bearer ${body.access_token}` } };
}
