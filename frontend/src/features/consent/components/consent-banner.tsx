import { CONSENT } from '../../../content/consent';
import { ConsentButtons } from './consent-buttons';

/** Asks, once, where an analytics service is configured. Static: the script at the head of the page answers its buttons. */
export function ConsentBanner() {
  return (
    <section
      aria-label={CONSENT.region}
      className="consent-banner fixed inset-x-3 bottom-3 z-50 mx-auto max-w-[44rem] rounded-sheet border border-ink bg-sheet p-5 shadow-sheet sm:p-6 print:hidden"
    >
      <p className="font-semibold">{CONSENT.question}</p>
      <p className="mt-1 text-small text-ink-soft">
        {CONSENT.explanation}{' '}
        <a href="/cookies" className="inked">
          {CONSENT.more}
        </a>
      </p>
      <div className="mt-4">
        <ConsentButtons />
      </div>
    </section>
  );
}
