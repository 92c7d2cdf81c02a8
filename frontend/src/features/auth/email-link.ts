import { AUTH_PATH } from '@subscription-site/shared/paths';
import type { EmailOtpType } from '@supabase/auth-js';

/** A one-time link from an email. */
export interface EmailLink {
  tokenHash: string;
  type: EmailOtpType | 'payment';
  /** False only for the welcome link of an account without a password. */
  hasPassword: boolean;
  /** False only for a welcome link that was sent to an address other than the account's. */
  confirmsEmail: boolean;
  /** Another client requested the email. It is told if the link can't be used. */
  isForOtherClient: boolean;
  /** Uses the link, then redirects to the client that requested the email. */
  verifyUrl: string;
}

/** Where this site's links lead after they are used. */
const CONFIRMED_PATH = '/auth/confirmed';

const TYPES: readonly string[] = [
  'signup',
  'invite',
  'magiclink',
  'recovery',
  'email_change',
  'email',
  'payment',
];

/** Parses the link from the query of the URL; undefined when incomplete. */
export function parseEmailLink(query: URLSearchParams): EmailLink | undefined {
  const tokenHash = query.get('token') ?? query.get('token_hash');
  const type = linkTypeIn(query);
  if (!tokenHash || !type) return undefined;
  return {
    tokenHash,
    type,
    hasPassword: query.get('has_password') !== 'false',
    confirmsEmail: query.get('confirms_email') !== 'false',
    isForOtherClient: isOtherClient(query.get('redirect_to')),
    verifyUrl: verifyUrlFor(tokenHash, type, query.get('redirect_to')),
  };
}

export function linkTypeIn(query: URLSearchParams): EmailLink['type'] | undefined {
  const type = query.get('type') ?? '';
  return TYPES.includes(type) ? (type as EmailLink['type']) : undefined;
}

/** The path to open after one of this site's links was used; undefined for the home page and other sites. */
export function redirectPathIn(query: URLSearchParams): string | undefined {
  const url = parseUrl(query.get('redirect_to') ?? '/', window.location.origin);
  if (url?.origin !== window.location.origin || url.pathname === '/') return undefined;
  return `${url.pathname}${url.search}`;
}

function verifyUrlFor(token: string, type: EmailLink['type'], redirectTo: string | null): string {
  const query = new URLSearchParams({ token, type, redirect_to: resolveRedirect(type, redirectTo) });
  // The confirmation page states the terms next to its button.
  if (type === 'invite') query.set('accept_terms', 'true');
  return `${AUTH_PATH}/verify?${query.toString()}`;
}

/** Other clients handle the result themselves. The server decides whether it may redirect to them. */
function resolveRedirect(type: EmailLink['type'], redirectTo: string | null): string {
  const { origin } = window.location;
  if (redirectTo && isOtherClient(redirectTo)) return redirectTo;
  const query = new URLSearchParams({ type, ...(redirectTo ? { redirect_to: redirectTo } : {}) });
  return `${origin}${CONFIRMED_PATH}?${query.toString()}`;
}

function isOtherClient(redirectTo: string | null): boolean {
  return Boolean(redirectTo) && parseUrl(redirectTo!)?.origin !== window.location.origin;
}

/** `URL.parse`, which older browsers don't have. */
function parseUrl(text: string, base?: string): URL | undefined {
  try {
    return new URL(text, base);
  } catch {
    return undefined;
  }
}
