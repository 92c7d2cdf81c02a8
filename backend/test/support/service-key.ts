import { GoTrueAdminApi } from '@supabase/auth-js';
import { SignJWT } from 'jose';
import type { TestProduct } from './test-product.js';

const SECRET = new TextEncoder().encode('a-shared-secret-that-exists-in-tests-alone');

/** A client API key with this role, as the operator signs it. */
export function signClientKey(role: string, claims: object = {}, secret = SECRET): Promise<string> {
  return new SignJWT({ role, exp: 4_000_000_000, ...claims })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .sign(secret);
}

/** The admin client of the library, with the service key. */
export async function adminClient(product: TestProduct): Promise<GoTrueAdminApi> {
  const Authorization = `Bearer ${await signClientKey('service_role')}`;
  return new GoTrueAdminApi({ url: `${product.url}/api/auth/v1`, headers: { Authorization } });
}
