import { toProtocolEmail } from '../core/email-and-phone.js';
import type { User } from '../users/user.js';

/** The response to a sign-up with a registered address when `AUTH_HIDE_EXISTING_ACCOUNTS` prevents account enumeration. */
export function fabricateUser(
  id: string,
  email: string,
  userMetadata: Record<string, unknown>,
  now: Date,
): User {
  const time = now.toISOString();
  return {
    id,
    aud: 'authenticated',
    role: '',
    email: toProtocolEmail(email) ?? '',
    phone: '',
    confirmation_sent_at: time,
    app_metadata: { provider: 'email', providers: ['email'] },
    user_metadata: userMetadata,
    identities: [],
    created_at: time,
    updated_at: time,
    is_anonymous: false,
  };
}
