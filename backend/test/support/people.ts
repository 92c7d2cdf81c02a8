import { TERMS_VERSION } from '@subscription-site/shared/brand';
import { Accounts, normaliseEmail, Passwords } from '../../src/modules/auth/index.js';
import type { TestProduct } from './test-product.js';

export interface Person {
  id: string;
  email: string;
  /** Headers of a signed-in call. */
  headers: Record<string, string>;
}

export interface PersonWish {
  email?: string;
  fullName?: string;
  /** Whether the address is proven; it is by default. */
  proven?: boolean;
  role?: 'support' | 'admin';
}

const PASSWORD = 'a good long password';
let count = 0;

/** Someone with an account who is signed in. */
export async function aPerson(product: TestProduct, wish: PersonWish = {}): Promise<Person> {
  const { email = `person-${++count}@example.com`, fullName = 'Ada Person', proven = true, role } = wish;
  const passwordHash = await product.api.get(Passwords, { strict: false }).hash(PASSWORD);
  const { id } = await product.database.transaction(() =>
    product.api.get(Accounts, { strict: false }).createPaid({
      email,
      fullName,
      passwordHash,
      termsVersion: TERMS_VERSION,
      termsAcceptedAt: product.clock.now(),
    }),
  );
  if (proven) {
    await product.database.query({
      text: `update accounts set email_confirmed_at = $2, app_metadata = app_metadata || $3::jsonb where id = $1`,
      values: [id, product.clock.now(), JSON.stringify(role ? { role } : {})],
    });
  }
  return { id, email, headers: { Authorization: `Bearer ${await signIn(product, email)}` } };
}

async function signIn(product: TestProduct, email: string): Promise<string> {
  const answer = await fetch(`${product.url}/api/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ email: normaliseEmail(email), password: PASSWORD }),
  });
  const body = (await answer.json()) as { access_token?: string };
  if (!body.access_token) throw new Error(`sign-in: ${answer.status} ${JSON.stringify(body)}`);
  return body.access_token;
}
