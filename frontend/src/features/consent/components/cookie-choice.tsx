import { CONSENT } from '../../../content/consent';
import { ConsentButtons } from './consent-buttons';

/** Shows and changes the analytics choice. Static, like the banner. */
export function CookieChoice() {
  return (
    <div className="cookie-choice rounded-card border border-rule bg-card p-5 sm:p-6">
      <div aria-live="polite">
        <p className="hidden noscript:block">{CONSENT.withoutScripts}</p>
        <p data-show-when="unconfigured" className="noscript:hidden!">
          {CONSENT.unconfigured}
        </p>
        <p data-show-when="undecided">{CONSENT.undecided}</p>
        <p data-show-when="granted">{CONSENT.granted}</p>
        <p data-show-when="denied">{CONSENT.denied}</p>
      </div>
      <div data-show-when="undecided granted denied" className="pt-4">
        <ConsentButtons />
      </div>
    </div>
  );
}
