import { createLinkToken, PASSWORD } from './auth.js';
import { eventually } from './eventually.js';
import type { FuzzFixtures } from './generated-requests.js';
import { createUser, USER_PASSWORD } from './users.js';
import { buildPurchase, payForCheckout } from './purchase.js';
import { signClientKey } from './service-key.js';
import { startTestIdentityProvider } from './test-identity-provider.js';
import type { PaymentFixture } from './payment-fixture.js';

export const ROLES = ['anonymous', 'customer', 'support', 'admin', 'service'] as const;
export type Role = (typeof ROLES)[number];

const AUTH = '/api/auth/v1';
const STORAGE = '/api/storage/v1';

/** A caller for each role; one whose session no longer works is replaced. */
export class FuzzCallers {
  private readonly headersByRole = new Map<Role, Promise<Record<string, string>>>();
  private count = 0;

  private constructor(
    private readonly product: PaymentFixture,
    private readonly serviceKey: string,
  ) {}

  static async create(product: PaymentFixture): Promise<FuzzCallers> {
    return new FuzzCallers(product, await signClientKey('service_role'));
  }

  async getHeaders(role: Role): Promise<Record<string, string>> {
    if (role === 'anonymous') return {};
    if (role === 'service') return { Authorization: `Bearer ${this.serviceKey}` };
    const known = this.headersByRole.get(role);
    if (known) return known;
    const email = `${role}-${++this.count}@example.com`;
    const user = createUser(this.product, { email, ...(role === 'customer' ? {} : { role }) });
    const headers = user.then((made) => made.headers);
    this.headersByRole.set(role, headers);
    return headers;
  }

  /** Replaces callers of these roles that their own requests signed out or deleted. */
  async replaceInvalid(roles: ReadonlySet<Role>): Promise<void> {
    for (const [role, user] of this.headersByRole) {
      if (!roles.has(role)) continue;
      const { status } = await fetch(`${this.product.url}/api/auth/v1/user`, { headers: await user });
      if (status !== 200) this.headersByRole.delete(role);
    }
  }
}

/** Creates users, sessions, emails and providers for requests to find. They are never the callers. */
export async function createFuzzFixtures(product: PaymentFixture): Promise<FuzzFixtures> {
  const users = await Promise.all(
    Array.from({ length: 6 }, (_, at) => createUser(product, { email: `known-${at}@example.com` })),
  );
  const ids = users.map(({ id }) => id);
  const emails = users.map(({ email }) => email);
  const purposes = ['signup', 'recovery', 'magiclink'] as const;
  const secrets = await Promise.all(
    purposes.map((purpose) => createLinkToken(product, ids[0]!, purpose, emails[0]!)),
  );
  const purchase = buildPurchase();
  const paid = await payForCheckout(product, purchase);
  const emailIds = await sentEmails(product, emails);
  const idp = await startTestIdentityProvider();
  await idp.stop();
  const refreshTokens = await Promise.all(emails.slice(1, 4).map((email) => getRefreshToken(product, email)));
  const rows = await product.database.query<{ id: string }>({
    text: 'select id from sessions limit 5',
    values: [],
  });
  const provider = { client_id: 'site', client_secret: 's3cr3t', name: 'Acme' };
  const oauth = {
    ...provider,
    provider_type: 'oauth2',
    authorization_url: 'https://127.0.0.1:9/authorize',
    token_url: 'https://127.0.0.1:9/token',
    userinfo_url: 'https://127.0.0.1:9/user',
  };
  const files = await storedFiles(product);
  const transfers = files.paths.map((sourceKey) => ({ ...files.target, sourceKey }));
  const validBodies: Record<string, unknown[]> = {
    [`POST ${STORAGE}/bucket`]: [
      { id: 'made', public: true },
      { name: 'made-too', file_size_limit: '1mb' },
    ],
    [`PUT ${STORAGE}/bucket/{bucket}`]: [{ public: true }, { file_size_limit: null }],
    [`PUT ${STORAGE}/bucket/{bucket}/rules`]: [{ read: ['owner'], list: ['public'], write: [], remove: [] }],
    [`POST ${STORAGE}/object/move`]: transfers,
    [`POST ${STORAGE}/object/copy`]: transfers,
    [`POST ${STORAGE}/object/sign/{bucket}`]: [{ expiresIn: 60, paths: files.paths }],
    [`DELETE ${STORAGE}/object/{bucket}`]: [{ prefixes: ['no-such'] }],
    [`POST ${AUTH}/signup`]: [{ email: 'fresh@example.com', password: PASSWORD }, {}],
    [`POST ${AUTH}/otp`]: emails.slice(0, 2).map((email) => ({ email })),
    [`POST ${AUTH}/token`]: [
      ...emails.map((email) => ({ email, password: USER_PASSWORD })),
      { provider: 'github', id_token: 'a.b.c' },
      ...refreshTokens.map((refresh_token) => ({ refresh_token })),
    ],
    [`POST ${AUTH}/verify`]: secrets.map((token_hash, at) => ({ type: purposes[at], token_hash })),
    [`POST ${AUTH}/factors`]: [
      { factor_type: 'totp', friendly_name: 'Phone' },
      { factor_type: 'phone', phone: '+15550100199' },
    ],
    [`POST ${AUTH}/factors/recovery-codes`]: [{ friendly_name: 'Codes' }],
    [`POST ${AUTH}/admin/users`]: [
      { email: 'made@example.com', password: PASSWORD, email_confirm: true },
      { phone: '+15550100142' },
    ],
    [`PUT ${AUTH}/admin/users/{id}`]: [{ ban_duration: '24h' }, { user_metadata: { full_name: 'Ada' } }],
    [`POST ${AUTH}/admin/generate_link`]: [
      { type: 'recovery', email: emails[1] },
      { type: 'signup', email: 'linked@example.com', password: PASSWORD },
    ],
    [`POST ${AUTH}/admin/custom-providers`]: [
      { ...oauth, identifier: 'custom:acme' },
      { ...oauth, identifier: 'custom:other' },
    ],
    [`PUT ${AUTH}/admin/custom-providers/{identifier}`]: [{ name: 'Acme Inc.' }, { enabled: false }],
    [`POST ${AUTH}/admin/sso/providers`]: [
      { type: 'saml', metadata_xml: idp.metadata, domains: ['acme.example'] },
    ],
    [`POST ${AUTH}/sso`]: [{ domain: 'acme.example' }, { domain: 'acme.example', skip_http_redirect: true }],
    'POST /api/functions/v1/create-payment-intent': [{ amount: 4900, planName: 'team', interval: 'month' }],
    'POST /api/functions/v1/create-checkout-session': [{ planName: 'team', interval: 'month' }],
    'POST /api/functions/v1/process-payment': [{ ...purchase, paymentIntentId: paid.paymentIntentId }],
    'POST /api/admin/v1/emails/replay': [{ ids: emailIds }, { filter: { status: 'sent' } }],
  };
  const known: Record<string, readonly string[]> = {
    id: [...ids, ...rows.map(({ id }) => id), ...emailIds],
    userId: ids,
    actorId: ids,
    subjectId: ids,
    email: [...emails, 'new-one@example.com'],
    new_email: ['another@example.com'],
    recipient: emails,
    actorEmail: emails,
    password: [PASSWORD, USER_PASSWORD],
    token: [...secrets, '123456'],
    token_hash: secrets,
    refresh_token: refreshTokens,
    phone: ['+15550100199', '+15550100123'],
    clientSecret: [paid.clientSecret],
    paymentIntentId: [paid.paymentIntentId],
    provider: ['github', 'email', 'custom:acme'],
    identifier: ['custom:acme'],
    skip_http_redirect: ['true', 'false'],
    bucket: files.buckets,
    path: files.paths,
  };
  return {
    known: (name) => (Object.hasOwn(known, name) ? known[name]! : []),
    validBodies: ({ id }) => validBodies[id] ?? [],
  };
}

/** A public and a private bucket with the same files. */
async function storedFiles({ url }: PaymentFixture) {
  const buckets = ['fuzz-public', 'fuzz-private'];
  const paths = ['a.txt', 'folder/b.txt', 'folder/c.txt', 'd.txt'];
  const Authorization = `Bearer ${await signClientKey('service_role')}`;
  const send = async (path: string, type: string, body: string) => {
    const headers = { Authorization, 'Content-Type': type };
    const response = await fetch(url + STORAGE + path, { method: 'POST', headers, body });
    if (!response.ok) throw new Error(`${path}: ${await response.text()}`);
  };
  for (const id of buckets) {
    await send('/bucket', 'application/json', JSON.stringify({ id, public: id === 'fuzz-public' }));
    for (const path of paths) await send(`/object/${id}/${path}`, 'text/plain', path);
  }
  return { buckets, paths, target: { bucketId: 'fuzz-private', destinationKey: 'copied.txt' } };
}

/** Sends recovery emails with a worker, and stops it before the fuzzing starts. */
async function sentEmails(product: PaymentFixture, emails: readonly string[]): Promise<string[]> {
  const worker = await product.startWorker();
  for (const email of emails.slice(0, 3)) await post(product, '/recover', { email });
  const sent = await eventually(async () => {
    const text = `select id from emails where status = 'sent'`;
    const found = await product.database.query<{ id: string }>({ text, values: [] });
    if (found.length < 3) throw new Error(`${found.length} emails sent`);
    return found;
  });
  await worker.close();
  return sent.map(({ id }) => id);
}

function post(product: PaymentFixture, path: string, body: object): Promise<Response> {
  return fetch(`${product.url}${AUTH}${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
}

async function getRefreshToken(product: PaymentFixture, email: string): Promise<string> {
  const response = await post(product, '/token?grant_type=password', {
    email,
    password: USER_PASSWORD,
  });
  return ((await response.json()) as { refresh_token: string }).refresh_token;
}
