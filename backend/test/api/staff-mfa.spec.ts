import { ModulesContainer } from '@nestjs/core';
import { Users } from '../../src/modules/auth/index.js';
import { ACCESS } from '../../src/platform/security/access.js';
import { createConfirmedUser, signIn } from '../support/auth.js';
import { createUserWithMfa, getAccessToken } from '../support/factors.js';
import { startTestProduct, type TestProduct } from '../support/test-product.js';
import { useFixture } from '../support/fixtures.js';
import { readDocument } from '../support/openapi.js';

const ROLES = ['none', 'support', 'admin'] as const;
const ASSURANCES = ['aal1 without a factor', 'aal1 with a factor', 'aal2'] as const;
type Role = (typeof ROLES)[number];
type Assurance = (typeof ASSURANCES)[number];

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

function expected(route: string, role: Role, assurance: Assurance, required: boolean): string {
  if (role === 'none' || (role === 'support' && ADMIN_ONLY.includes(route))) return '403 forbidden';
  if (assurance === 'aal1 with a factor') return '403 insufficient_aal';
  if (assurance === 'aal1 without a factor' && required) return '403 mfa_enrollment_required';
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

describe.each([true, false])('a console route with ADMIN_REQUIRE_MFA=%s', (required) => {
  const product = useFixture(startTestProduct, { ADMIN_REQUIRE_MFA: String(required) });
  let routes: string[];
  beforeAll(async () => {
    const document = await readDocument(product.url);
    routes = Object.entries(document.paths)
      .filter(([path]) => path.startsWith('/api/admin/'))
      .flatMap(([path, item]) => Object.keys(item).map((method) => `${method} ${path}`));
  });

  const call = async (route: string, token: string): Promise<string> => {
    const [method = '', path = ''] = route.split(' ');
    const response = await fetch(product.url + path.replaceAll(/\{\w+\}/g, NO_SUCH_ID), {
      method: method.toUpperCase(),
      headers: { Authorization: `Bearer ${token}` },
    });
    const { code } = (await response.json()) as { code?: string };
    const rejected = response.status === 401 || response.status === 403 || response.status >= 500;
    return rejected ? `${response.status} ${code}` : 'let in';
  };

  it.each(ROLES.flatMap((role) => ASSURANCES.map((assurance) => [role, assurance] as const)))(
    'responds to role %s with %s',
    async (role, assurance) => {
      expect(routes.length).toBeGreaterThan(10);
      expect(routes).toEqual(expect.arrayContaining(ADMIN_ONLY));
      const token = await tokenFor(product, role, assurance);
      const responses = await Promise.all(routes.map((route) => call(route, token)));
      const found = Object.fromEntries(routes.map((route, index) => [route, responses[index]]));
      const requested = routes.map((route) => [route, expected(route, role, assurance, required)]);
      expect(found).toEqual(Object.fromEntries(requested));
    },
  );

  it('is every route that requires a role', () => {
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
