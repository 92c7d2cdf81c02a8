import { callAuth } from './http.js';
import { serviceKey } from './service-key.js';

/** Invites a user with the service key. */
export async function inviteUser(email: string, data: object = {}, redirectTo?: string): Promise<void> {
  const query = redirectTo ? `?${new URLSearchParams({ redirect_to: redirectTo }).toString()}` : '';
  const { status, body } = await callAuth(`invite${query}`, { email, data }, { token: serviceKey() });
  if (status !== 200) throw new Error(`invite: ${status} ${JSON.stringify(body)}`);
}
