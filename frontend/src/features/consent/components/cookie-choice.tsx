import { CONSENT } from '../../../content/consent';
import { ConsentButtons } from './consent-buttons';

/** The reader's choice about analytics cookies and a way to change it; says so where there is nothing to choose. Needs no script of its own. */
export function CookieChoice() {
  return (
    <div className="cookie-choice rounded-sheet border border-rule bg-sheet p-5 sm:p-6">
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
