import { AUTH_PATH } from '@subscription-site/shared/paths';
import { useSearchParams } from 'react-router-dom';
import type { EmailOtpType } from '@supabase/auth-js';

/** A one-time link from an email. */
export interface EmailLink {
  tokenHash: string;
  type: EmailOtpType | 'payment';
  /** Path to open afterwards, if it is on this site. */
  redirectPath: string | undefined;
  /** False only for the welcome link of an account without a password. */
  hasPassword: boolean;
  /** For PKCE links: the verify URL that redirects to the client with its code. */
  verifyUrl: string | undefined;
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

/** Parses the link from the URL; undefined when incomplete. */
export function useEmailLink(): EmailLink | undefined {
  const [query] = useSearchParams();
  const tokenHash = query.get('token') ?? query.get('token_hash');
  const type = query.get('type') ?? '';
  if (!tokenHash || !TYPES.includes(type)) return undefined;
  const redirectTo = query.get('redirect_to');
  const verifyUrl = tokenHash.startsWith('pkce_') ? verifyUrlFor(tokenHash, type, redirectTo) : undefined;
  return {
    tokenHash,
    type: type as EmailLink['type'],
    redirectPath: pathOnThisSite(redirectTo),
    hasPassword: query.get('has_password') !== 'false',
    verifyUrl,
  };
}

function verifyUrlFor(token: string, type: string, redirectTo: string | null): string {
  const query = new URLSearchParams({ token, type, ...(redirectTo ? { redirect_to: redirectTo } : {}) });
  return `${AUTH_PATH}/verify?${query.toString()}`;
}

function pathOnThisSite(address: string | null): string | undefined {
  if (!address || !URL.canParse(address, window.location.origin)) return undefined;
  const url = new URL(address, window.location.origin);
  if (url.origin !== window.location.origin || url.pathname === '/') return undefined;
  return `${url.pathname}${url.search}`;
}
