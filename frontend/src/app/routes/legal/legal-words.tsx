import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { siteConfig } from '../../../lib/config/site-config';

const LEGAL_PATHS = /(\/(?:terms|privacy|cookies|gdpr))\b/;

/** A paragraph whose mail address and paths of legal pages are links. */
export function LegalWords({ children: text }: { children: string }): ReactNode {
  const { supportEmail } = siteConfig();
  return text.split(supportEmail).map((part, index) => (
    <span key={index}>
      {index > 0 ? (
        <a href={`mailto:${supportEmail}`} className="inked">
          {supportEmail}
        </a>
      ) : null}
      {part.split(LEGAL_PATHS).map((piece, at) =>
        at % 2 === 1 ? (
          <Link key={at} to={piece} className="inked">
            {piece}
          </Link>
        ) : (
          piece
        ),
      )}
    </span>
  ));
}
