import type { CancellationKind } from '@subscription-site/shared/contracts';
import type { ReactNode } from 'react';
import { CANCELLATION_FORM, CANCELLATION_PAGES } from '../../../content/cancellation';
import { siteConfig } from '../../../lib/config/site-config';
import { Link } from '../../../ui/navigation/link';

/** Heading above the form. */
export function CancellationLayout({ kind, children }: { kind: CancellationKind; children: ReactNode }) {
  const { supportEmail } = siteConfig();
  const { label, lead, other } = CANCELLATION_PAGES[kind];
  const otherPage = CANCELLATION_PAGES[kind === 'cancel' ? 'withdraw' : 'cancel'];
  return (
    <div className="mx-auto max-w-prose px-5 pt-12 sm:pt-16">
      <h1 className="text-h1">{label}</h1>
      <p className="mt-5 text-lead text-ink-soft">{lead}</p>
      <p className="mt-4 text-small text-ink-soft">
        {other}{' '}
        <Link to={otherPage.path} className="text-link">
          {otherPage.label}
        </Link>
      </p>
      <p className="mt-4 hidden text-small noscript:block">
        {CANCELLATION_FORM.withoutScripts}{' '}
        <a href={`mailto:${supportEmail}`} className="text-link">
          {supportEmail}
        </a>
      </p>
      <div className="mt-8">{children}</div>
    </div>
  );
}
