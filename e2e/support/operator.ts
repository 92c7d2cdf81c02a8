import { createHmac } from 'node:crypto';
import { callAuth } from './http.js';
import { surroundings } from './surroundings.js';

/** Invites somebody, as the operator's own servers do. */
export async function invite(email: string, data: object = {}): Promise<void> {
  const { status, body } = await callAuth('invite', { email, data }, { token: serviceKey() });
  if (status !== 200) throw new Error(`invite: ${status} ${JSON.stringify(body)}`);
}

/** A key of the role `service_role`. */
function serviceKey(): string {
  const inBase64 = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const claims = { role: 'service_role', exp: Math.floor(Date.now() / 1000) + 600 };
  const signed = `${inBase64({ alg: 'HS256', typ: 'JWT' })}.${inBase64(claims)}`;
  return `${signed}.${createHmac('sha256', surroundings.serviceSecret).update(signed).digest('base64url')}`;
}
