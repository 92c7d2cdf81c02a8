import { useSearchParams } from 'react-router-dom';
import type { EmailOtpType } from '@supabase/auth-js';

/** A one-time link as it came by mail. */
export interface MailLink {
  tokenHash: string;
  type: EmailOtpType | 'payment';
  /** Where it wants to lead afterwards, if on this site. */
  goOn: string | undefined;
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
  return { tokenHash, type: type as MailLink['type'], goOn: pathOnThisSite(query.get('redirect_to')) };
}

function pathOnThisSite(address: string | null): string | undefined {
  if (!address || !URL.canParse(address, window.location.origin)) return undefined;
  const url = new URL(address, window.location.origin);
  if (url.origin !== window.location.origin || url.pathname === '/') return undefined;
  return `${url.pathname}${url.search}`;
}
