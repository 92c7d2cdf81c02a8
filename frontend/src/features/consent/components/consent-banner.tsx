import { CONSENT } from '../../../content/consent';
import { ConsentButtons } from './consent-buttons';

/** Analytics consent banner. Static: the inline consent script handles its buttons. */
export function ConsentBanner() {
  return (
    <section
      aria-label={CONSENT.region}
      className="consent-banner fixed inset-x-3 bottom-3 z-50 mx-auto max-w-[60rem] rounded-card border border-ink bg-card p-5 shadow-card md:p-6 print:hidden"
    >
      <div className="grid items-center gap-x-10 gap-y-4 md:grid-cols-[1fr_auto]">
        <div>
          <p className="font-semibold">{CONSENT.question}</p>
          <p className="mt-1 text-small text-ink-soft">
            {CONSENT.explanation}{' '}
            <a href="/cookies" className="text-link whitespace-nowrap">
              {CONSENT.more}
            </a>
          </p>
        </div>
        <ConsentButtons />
      </div>
    </section>
  );
}
