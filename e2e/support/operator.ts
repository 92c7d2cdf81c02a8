import { callAuth } from './http.js';
import { serviceKey } from './service-key.js';

/** Invites a user with the service key. */
export async function inviteUser(email: string, data: object): Promise<void> {
  const { status, body } = await callAuth('invite', { email, data }, { token: serviceKey() });
  if (status !== 200) throw new Error(`invite: ${status} ${JSON.stringify(body)}`);
}
