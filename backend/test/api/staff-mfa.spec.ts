import { ModulesContainer } from '@nestjs/core';
import { EnsureFirstAdministrator, Users } from '../../src/modules/auth/index.js';
import { ACCESS } from '../../src/platform/security/access.js';
import { authClient, callAuth, createConfirmedUser, signIn, type TestUser } from '../support/auth.js';
import { totpCode, createUserWithMfa, signedInClient, getAccessToken } from '../support/factors.js';
import { registerPasskey, signInWithPasskey } from '../support/passkeys.js';
import { adminClient } from '../support/service-key.js';
import { SoftwareAuthenticator } from '../support/software-authenticator.js';
import { startTestProduct, type TestProduct } from '../support/test-product.js';
import { shared, useShared } from '../support/fixtures.js';
import { readDocument } from '../support/openapi.js';

const FIRST = { email: 'First@Example.com', password: 'the first password' };
const MFA_REQUIRED = {
  ADMIN_REQUIRE_MFA: 'on',
  BOOTSTRAP_ADMIN_EMAIL: FIRST.email,
  BOOTSTRAP_ADMIN_PASSWORD: FIRST.password,
};

type Role = 'none' | 'support' | 'admin';
type Assurance = 'aal1 without a factor' | 'aal1 with a factor' | 'aal2';

/** Every other route of the console is open to `support` as well. */
const ADMIN_ONLY = [
  'get /api/admin/v1/audit',
  'get /api/admin/v1/buckets',
  'get /api/admin/v1/buckets/{bucket}/file',
  'get /api/admin/v1/buckets/{bucket}/files',
  'post /api/admin/v1/buckets/{bucket}/deletions',
  'post /api/admin/v1/buckets/{bucket}/links',
  'post /api/admin/v1/buckets/{bucket}/previews',
  'post /api/admin/v1/checkouts-in-review/{checkoutId}/provision',
  'post /api/admin/v1/checkouts-in-review/{checkoutId}/refund',
  'post /api/admin/v1/payments/{id}/refund',
  'post /api/admin/v1/queues/{name}/pause',
  'post /api/admin/v1/queues/{name}/resume',
  'post /api/admin/v1/subscriptions/{id}/cancel',
  'post /api/admin/v1/webhooks/{id}/replay',
  'put /api/admin/v1/customers/{id}/email',
];
/** Well-formed but unknown: an authorized call returns 2xx, 404 or 422. */
const NO_SUCH_ID = '0190b5a0-0000-7000-8000-000000000000';

function expected(route: string, role: Role, assurance: Assurance): string {
  if (role === 'none' || (role === 'support' && ADMIN_ONLY.includes(route))) return '403 forbidden';
  if (assurance === 'aal1 with a factor') return '403 insufficient_aal';
  if (assurance === 'aal1 without a factor') return '403 mfa_enrollment_required';
  return 'let in';
}

async function tokenFor(product: TestProduct, role: Role, assurance: Assurance): Promise<string> {
  const { user, token } = await signedIn(product, assurance);
  if (role !== 'none') await product.api.get(Users).setRole(user.id, role, null);
  return token;
}

async function signedIn(product: TestProduct, assurance: Assurance) {
  if (assurance === 'aal1 without a factor') {
    const user = await createConfirmedUser(product);
    return { user, token: (await signIn(product, user)).body.access_token as string };
  }
  const { user, client } = await createUserWithMfa(product);
  if (assurance === 'aal2') return { user, token: await getAccessToken(client) };
  return { user, token: (await signIn(product, user)).body.access_token as string };
}

/** Each role, and each assurance of those who may call every route. */
const CALLERS: [Role, Assurance][] = [
  ['none', 'aal2'],
  ['support', 'aal2'],
  ['admin', 'aal1 without a factor'],
  ['admin', 'aal1 with a factor'],
  ['admin', 'aal2'],
];

/** The console's response to this token. */
async function consoleResponse(product: TestProduct, token: string): Promise<string> {
  const response = await fetch(`${product.url}/api/admin/v1/me`, {
    headers: { Authorization: `Bearer ${token}` },
  });
  return response.ok ? 'let in' : ((await response.json()) as { code: string }).code;
}

/** Runs first, because the first administrator is only created while there is no other. */
describe('staff sessions when MFA is required', () => {
  const product = useShared(startTestProduct, MFA_REQUIRED);
  const promoteToAdmin = ({ id }: TestUser) => product.api.get(Users).setRole(id, 'admin', null);
  const createAdmin = async (): Promise<TestUser> => {
    const user = await createConfirmedUser(product);
    await promoteToAdmin(user);
    return user;
  };
  const adminWithMfa = async () => {
    const guarded = await createUserWithMfa(product);
    await promoteToAdmin(guarded.user);
    return guarded;
  };
  const enroll = async (client: Awaited<ReturnType<typeof signedInClient>>, friendlyName: string) => {
    const { data, error } = await client.mfa.enroll({ factorType: 'totp', friendlyName });
    if (error) throw error;
    return { factorId: data.id, secret: data.totp.secret };
  };

  it('belong to a first administrator who replaces an unconfirmed account with the same email, once, with a strong password', async () => {
    const squatter = { email: FIRST.email.toLowerCase(), password: 'of a squatter' };
    await callAuth(product, 'post', '/signup').send(squatter).expect(200);
    const ensureAdministrator = product.api.get(EnsureFirstAdministrator);
    const { bootstrapAdmin } = product.settings.auth;
    Object.assign(product.settings.auth, { bootstrapAdmin: { ...bootstrapAdmin, password: 'admin123' } });
    const creation = ensureAdministrator.run();
    await expect(creation).rejects.toThrow(/^BOOTSTRAP_ADMIN_PASSWORD: This password is too easy to guess/);
    Object.assign(product.settings.auth, { bootstrapAdmin });
    const outcomes = await Promise.all([ensureAdministrator.run(), ensureAdministrator.run()]);
    expect(outcomes.sort()).toEqual(['exists', 'promoted']);
    await signIn(product, squatter).expect(400);
    const { body } = await signIn(product, FIRST).expect(200);
    expect(body.user).toMatchObject({
      email_confirmed_at: expect.any(String),
      app_metadata: { role: 'admin' },
    });
    expect(await ensureAdministrator.run()).toBe('exists');
  });

  it('let the first administrator in as soon as a factor is verified, with the same token', async () => {
    const client = authClient(product);
    expect((await client.signInWithPassword(FIRST)).error).toBeNull();
    const token = await getAccessToken(client);
    const responses = [await consoleResponse(product, token)];
    const { factorId, secret } = await enroll(client, 'phone');
    responses.push(await consoleResponse(product, token));
    await client.mfa.challengeAndVerify({ factorId, code: totpCode(product, secret) });
    responses.push(
      await consoleResponse(product, token),
      await consoleResponse(product, await getAccessToken(client)),
    );
    expect(responses).toEqual(['mfa_enrollment_required', 'mfa_enrollment_required', 'let in', 'let in']);
  });

  it('lose access when the factor is deleted, regardless of the token', async () => {
    const { user, client, factorId } = await adminWithMfa();
    const spare = await enroll(client, 'spare');
    await client.mfa.challengeAndVerify({
      factorId: spare.factorId,
      code: totpCode(product, spare.secret),
    });
    const token = await getAccessToken(client);
    const service = await adminClient(product);
    const responses = [await consoleResponse(product, token)];
    await service.mfa.deleteFactor({ userId: user.id, id: spare.factorId });
    responses.push(await consoleResponse(product, token));
    await service.mfa.deleteFactor({ userId: user.id, id: factorId });
    responses.push(await consoleResponse(product, token));
    expect(responses).toEqual(['let in', 'insufficient_aal', 'mfa_enrollment_required']);
  });

  it('accept a recovery code in place of the factor', async () => {
    const { user, client } = await adminWithMfa();
    const made = await callAuth(product, 'post', '/recovery-codes', await getAccessToken(client)).expect(200);
    const token = (await signIn(product, user).expect(200)).body.access_token as string;
    expect(await consoleResponse(product, token)).toBe('insufficient_aal');
    await callAuth(product, 'post', '/recovery-codes/verify', token)
      .send({ code: made.body.codes[0] })
      .expect(200);
    expect(await consoleResponse(product, token)).toBe('let in');
  });

  it('accept a passkey, for as long as it exists', async () => {
    const owner = await signedInClient(product, await createAdmin());
    const device = new SoftwareAuthenticator();
    const { data } = await registerPasskey(owner, device);
    const { client } = await signInWithPasskey(product, device);
    const token = await getAccessToken(client);
    expect(await consoleResponse(product, token)).toBe('let in');
    expect(await consoleResponse(product, await getAccessToken(owner))).toBe('mfa_enrollment_required');
    expect((await owner.passkey.delete({ passkeyId: data!.id })).error).toBeNull();
    expect(await consoleResponse(product, token)).toBe('mfa_enrollment_required');
  });
});

describe('a console route', () => {
  const product = useShared(startTestProduct, MFA_REQUIRED);
  let routes: string[];
  beforeAll(async () => {
    const document = await readDocument(product.url);
    routes = Object.entries(document.paths)
      .filter(([path]) => path.startsWith('/api/admin/'))
      .flatMap(([path, item]) => Object.keys(item).map((method) => `${method} ${path}`));
  });

  const call = async (route: string, token?: string): Promise<string> => {
    const [method = '', path = ''] = route.split(' ');
    const response = await fetch(product.url + path.replaceAll(/\{\w+\}/g, NO_SUCH_ID), {
      method: method.toUpperCase(),
      headers: token ? { Authorization: `Bearer ${token}` } : {},
    });
    const { code } = (await response.json()) as { code?: string };
    const rejected = response.status === 401 || response.status === 403 || response.status >= 500;
    return rejected ? `${response.status} ${code}` : 'let in';
  };

  it.each(CALLERS)('responds to role %s with %s', async (role, assurance) => {
    expect(routes.length).toBeGreaterThan(10);
    expect(routes).toEqual(expect.arrayContaining(ADMIN_ONLY));
    const token = await tokenFor(product, role, assurance);
    const responses = await Promise.all(routes.map((route) => call(route, token)));
    const found = Object.fromEntries(routes.map((route, index) => [route, responses[index]]));
    const requested = routes.map((route) => [route, expected(route, role, assurance)]);
    expect(found).toEqual(Object.fromEntries(requested));
  });

  it('rejects callers without a session', async () => {
    const responses = await Promise.all(routes.map((route) => call(route)));
    expect(responses).toEqual(routes.map(() => '401 unauthorized'));
  });

  it('has the prefix of all routes that require a role', () => {
    const routesWithRoles = routesByRole(product);
    expect(routesWithRoles.length).toBeGreaterThan(4);
    expect(routesWithRoles.filter((path) => !path.startsWith('admin/v1'))).toEqual([]);
  });
});

/** Paths of controllers that require a role, on the class or on one of their routes. */
function routesByRole(product: TestProduct): string[] {
  const controllers = [...product.api.get(ModulesContainer).values()].flatMap((module) =>
    [...module.controllers.values()].map(({ metatype }) => metatype as { prototype: object }),
  );
  return controllers.flatMap((controller) => {
    const handlers = Object.values(Object.getOwnPropertyDescriptors(controller.prototype));
    const roles = [controller, ...handlers.map(({ value }) => value as object)]
      .filter((target) => typeof target === 'function')
      .map((target) => Reflect.getMetadata(ACCESS, target) as unknown);
    const requiresRole = roles.some((mark) => mark === 'support' || mark === 'admin');
    return requiresRole ? [String(Reflect.getMetadata('path', controller))] : [];
  });
}

it('unless MFA is required, staff sessions need it only with a verified factor', async () => {
  const product = await shared(startTestProduct);
  const user = await createConfirmedUser(product);
  await product.api.get(Users).setRole(user.id, 'support', null);
  const client = await signedInClient(product, user);
  expect((await client.mfa.enroll({ factorType: 'totp' })).error).toBeNull();
  expect(await consoleResponse(product, await getAccessToken(client))).toBe('let in');
  const withFactor = await tokenFor(product, 'support', 'aal1 with a factor');
  expect(await consoleResponse(product, withFactor)).toBe('insufficient_aal');
});
