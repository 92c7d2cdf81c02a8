import type { AccountSession } from '@subscription-site/shared/contracts';
import { network } from './network';
import { signIn } from './site';
import { AUTH, AAL2_TOKEN, authUser, type Traits } from './responses';

export const SESSIONS = '/api/account/v1/sessions';
export const RECOVERY_CODES = `${AUTH}/recovery-codes`;
export const USER = `${AUTH}/user`;

/** Recovery codes in the server's format. */
export const TEN_CODES = Array.from({ length: 10 }, (_, at) => `abcd${at}-efgh${at}`);

/** Another signed-in device by default. */
export const device = (overrides: Partial<AccountSession> = {}): AccountSession => ({
  id: 'c0ffee00-0000-4000-8000-000000000002',
  createdAt: '2026-11-20T10:00:00Z',
  lastUsedAt: new Date(Date.now() - 3 * 3_600_000).toISOString(),
  userAgent: 'Mozilla/5.0 (Macintosh)',
  device: 'Firefox on macOS',
  ipAddress: '::ffff:203.0.113.9',
  current: false,
  assurance: 'aal1',
  ...overrides,
});
export const THIS_DEVICE = device({
  id: 'c0ffee00-0000-4000-8000-000000000001',
  device: 'Chrome on Linux',
  ipAddress: '203.0.113.4',
  current: true,
});

/** Mocks the account from now on. */
export function mockAccount(traits: Traits = {}): void {
  network.on(`GET ${USER}`, { body: authUser(traits) });
}

/** Signs in a customer with MFA completed, on this device and another one. */
export function signInCustomer(traits: Traits = {}): void {
  signIn(traits, AAL2_TOKEN);
  mockAccount(traits);
  network.on(`GET ${SESSIONS}`, { body: { sessions: [THIS_DEVICE, device()] } });
  network.on(`GET ${RECOVERY_CODES}`, { body: { remaining: 10, created_at: '2026-11-20T10:00:00Z' } });
}
