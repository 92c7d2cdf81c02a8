import { CONSENT } from '../../../content/consent';
import { ConsentButtons } from './consent-buttons';

/** The reader's choice about analytics cookies and a way to change it; says so where there is nothing to choose. Needs no script of its own. */
export function CookieChoice() {
  return (
    <div className="cookie-choice rounded-sheet border border-rule bg-sheet p-5 sm:p-6">
      <div aria-live="polite">
        <p className="hidden noscript:block">{CONSENT.withoutScripts}</p>
        <p data-shown-while="unconfigured" className="noscript:hidden!">
          {CONSENT.unconfigured}
        </p>
        <p data-shown-while="undecided">{CONSENT.undecided}</p>
        <p data-shown-while="granted">{CONSENT.granted}</p>
        <p data-shown-while="denied">{CONSENT.denied}</p>
      </div>
      <div data-shown-while="undecided granted denied" className="pt-4">
        <ConsentButtons />
      </div>
    </div>
  );
}
