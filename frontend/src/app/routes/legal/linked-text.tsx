import type { ReactNode } from 'react';
import { siteConfig } from '../../../lib/config/site-config';
import { Link } from '../../../ui/navigation/link';

const NAMES: Record<string, string> = {
  '/terms': 'Terms of Service',
  '/privacy': 'Privacy Policy',
  '/cookies': 'Cookie Policy',
  '/gdpr': 'GDPR page',
};
const LEGAL_PATHS = /(\/(?:terms|privacy|cookies|gdpr))\b/;

/** Turns the support email address and paths of legal pages into links. */
export function LinkedText({ children: text }: { children: string }): ReactNode {
  const { supportEmail } = siteConfig();
  return text.split(supportEmail).map((part, index) => (
    <span key={index}>
      {index > 0 ? (
        <a href={`mailto:${supportEmail}`} className="text-link">
          {supportEmail}
        </a>
      ) : null}
      {part.split(LEGAL_PATHS).map((piece, at) =>
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
