import { AUTH_PATH } from '@subscription-site/shared/paths';
import { useSearchParams } from 'react-router-dom';
import type { EmailOtpType } from '@supabase/auth-js';

/** A one-time link as it came by mail. */
export interface MailLink {
  tokenHash: string;
  type: EmailOtpType | 'payment';
  /** Where it wants to lead afterwards, if on this site. */
  goOn: string | undefined;
  /** Where a client waits that asked for the link with a code challenge: it gets its code by following this address. */
  follow: string | undefined;
}

const TYPES: readonly string[] = [
  'signup',
  'invite',
  'magiclink',
  'recovery',
  'email_change',
  'email',
  'payment',
];

/** Reads the link in the address; undefined when it is incomplete. */
export function useMailLink(): MailLink | undefined {
  const [query] = useSearchParams();
  const tokenHash = query.get('token') ?? query.get('token_hash');
  const type = query.get('type') ?? '';
  if (!tokenHash || !TYPES.includes(type)) return undefined;
  const wish = query.get('redirect_to');
  const follow = tokenHash.startsWith('pkce_') ? followAddress(tokenHash, type, wish) : undefined;
  return { tokenHash, type: type as MailLink['type'], goOn: pathOnThisSite(wish), follow };
}

function followAddress(token: string, type: string, wish: string | null): string {
  const query = new URLSearchParams({ token, type, ...(wish ? { redirect_to: wish } : {}) });
  return `${AUTH_PATH}/verify?${query.toString()}`;
}

function pathOnThisSite(address: string | null): string | undefined {
  if (!address || !URL.canParse(address, window.location.origin)) return undefined;
  const url = new URL(address, window.location.origin);
  if (url.origin !== window.location.origin || url.pathname === '/') return undefined;
  return `${url.pathname}${url.search}`;
}
