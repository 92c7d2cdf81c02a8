import fc from 'fast-check';
import { FuzzCallers, createFuzzFixtures, ROLES, type Role } from './fuzz-fixtures.js';
import { requestsFor, type GeneratedRequest } from './generated-requests.js';
import { listOperations, readDocument, type Operation } from './openapi.js';
import { sendRequest } from './http-request.js';
import { ResponseSchemas } from './response-schemas.js';
import { startPaymentFixture, type PaymentFixture } from './payment-fixture.js';
import { useFixture } from './fixtures.js';

const SEED = Number(process.env.FUZZ_SEED ?? 20_261_120);

/** Internal terms that no error response may contain. */
const INTERNAL_TERMS =
  /node_modules|\.(js|ts):\d+|\bat \w+\S* \(|postgres|mikro|kysely|\bselect\b.*\bfrom\b|TypeError|RangeError/i;

/** The header that selects the error format of the auth protocol. */
const FORMS: Record<string, string>[] = [{}, { 'X-Supabase-Api-Version': '2024-01-01' }];

export const EVERYTHING_ON = {
  AUTH_PHONE_ENABLED: 'on',
  AUTH_ANONYMOUS_ENABLED: 'on',
  AUTH_MFA_PHONE: 'on',
  AUTH_MFA_WEBAUTHN: 'on',
  AUTH_SAML: 'on',
  AUTH_SMS_TEST_OTP: '15550100199:123456',
  AUTH_GITHUB_CLIENT_ID: 'site',
  AUTH_GITHUB_CLIENT_SECRET: 'a secret of tests',
  AUTH_GITHUB_URL: 'http://127.0.0.1:9',
  AUTH_REAUTHENTICATION_REQUIRED: 'true',
  AUTH_AUTOCONFIRM: 'true',
};
export const EVERYTHING_OFF = {
  AUTH_SIGNUP_ENABLED: 'false',
  AUTH_MFA_TOTP: 'off',
  AUTH_PASSKEYS: 'off',
  AUTH_MANUAL_LINKING: 'off',
  AUTH_WEB3: 'off',
};

/**
 * Sends this many generated requests to each operation, for each role and error format; a single one for two of the roles, in
 * alternating formats.
 */
export function describeDocumentedResponses(
  name: string,
  variables: Record<string, string>,
  bodies: number,
): void {
  describe(`with ${name}`, () => {
    const product = useFixture(startPaymentFixture, variables);

    it('every response to every request has a documented status and schema', async () => {
      const document = await readDocument(product.url);
      const operations = listOperations(document);
      const schemas = new ResponseSchemas(document);
      const callers = await FuzzCallers.create(product);
      const fixtures = await createFuzzFixtures(product);
      const problems = new Map<string, string>();
      const succeeded = new Set<string>();
      const chooseForms = (operation: number, role: number) =>
        bodies > 1 ? FORMS : [FORMS[(operation + role) % FORMS.length]!];
      const chooseRoles = (operation: number) =>
        bodies > 1 ? ROLES : [0, 1].map((next) => ROLES[(2 * operation + next) % ROLES.length]!);
      let sent = 0;
      let expected = 0;
      for (const [index, operation] of operations.entries()) {
        const requests = fc.sample(requestsFor(operation, document, fixtures), {
          seed: SEED,
          numRuns: bodies,
        });
        for (const request of requests) {
          const accepted = new Set<Role>();
          const roles = chooseRoles(index);
          expected += roles.length * chooseForms(0, 0).length;
          await Promise.all(
            roles.flatMap((role, ofRole) =>
              chooseForms(index, ofRole).map(async (form) => {
                const response = await send(product, operation, request, {
                  ...form,
                  ...(await callers.getHeaders(role)),
                });
                sent++;
                if (response.status < 400) {
                  succeeded.add(operation.id);
                  accepted.add(role);
                }
                const problem = errorIn(response) ?? schemas.mismatch(operation, response);
                if (problem === undefined) return;
                const kind = `${operation.id} ${response.status}: ${problem}`;
                if (!problems.has(kind))
                  problems.set(kind, `${response.text.slice(0, 300)} to ${role} ${describeRequest(request)}`);
              }),
            ),
          );
          if (operation.method !== 'GET') await callers.replaceInvalid(accepted);
        }
      }
      expect(operations.length).toBeGreaterThan(80);
      expect(sent).toBe(expected);
      expect({ seed: SEED, problems: [...problems].map((problem) => problem.join('\n')) }).toEqual({
        seed: SEED,
        problems: [],
      });
      expect(succeeded.size).toBeGreaterThan(operations.length / 3);
      // No request has polluted the prototype of objects in this process.
      expect(({} as { admin?: boolean }).admin).toBeUndefined();
    }, 3_600_000);
  });
}

function errorIn({ status, text }: { status: number; text: string }): string | undefined {
  if (status >= 500) return 'failed';
  return status >= 400 && INTERNAL_TERMS.test(text) ? 'internal terms' : undefined;
}

async function send(
  product: PaymentFixture,
  { method, path }: Operation,
  request: GeneratedRequest,
  headers: Record<string, string>,
): Promise<{ status: number; type: string; text: string }> {
  const target = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => request.path[name]!);
  const response = await sendRequest(product.url, {
    method,
    path: request.query ? `${target}?${request.query}` : target,
    headers: { ...request.headers, ...headers },
    ...(request.body ? { body: request.body } : {}),
  });
  const type = (response.headers['content-type'] ?? '').split(';')[0]!;
  return { status: response.status, type, text: response.text };
}

function describeRequest({ path, query, headers, body }: GeneratedRequest): string {
  return JSON.stringify({ path, query, headers, body: body?.toString().slice(0, 400) });
}
