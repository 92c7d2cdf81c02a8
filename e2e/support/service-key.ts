import { createHmac } from 'node:crypto';
import { testEnvironment } from './test-environment.js';

/** A service key signed with the shared secret, as an operator creates it. */
export function serviceKey(): string {
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  const signed = `${part({ alg: 'HS256', typ: 'JWT' })}.${part({ role: 'service_role', exp: 4_000_000_000 })}`;
  return `${signed}.${createHmac('sha256', testEnvironment.serviceSecret).update(signed).digest('base64url')}`;
}
