import type { ReactNode } from 'react';
import { CANCELLATION_PAGES } from '../../../content/cancellation';
import { siteConfig } from '../../../lib/config/site-config';
import { Link } from '../../../ui/navigation/link';

const NAMES: Record<string, string> = {
  '/terms': 'Terms of Service',
  '/privacy': 'Privacy Policy',
  '/cookies': 'Cookie Policy',
  '/gdpr': 'GDPR page',
  '/cancel/withdraw': CANCELLATION_PAGES.withdraw.label,
  '/cancel': CANCELLATION_PAGES.cancel.label,
};
const PATHS = new RegExp(`(${Object.keys(NAMES).join('|')})\\b`);

/** Turns the support email address and the paths above into links. */
export function LinkedText({ children: text }: { children: string }): ReactNode {
  const { supportEmail } = siteConfig();
  return text.split(supportEmail).map((part, index) => (
    <span key={index}>
      {index > 0 ? (
        <a href={`mailto:${supportEmail}`} className="text-link">
          {supportEmail}
        </a>
      ) : null}
      {part.split(PATHS).map((piece, at) =>
        at % 2 === 1 ? (
          <Link key={at} to={piece} className="text-link">
            {NAMES[piece]}
          </Link>
        ) : (
          piece
        ),
      )}
    </span>
  ));
}
