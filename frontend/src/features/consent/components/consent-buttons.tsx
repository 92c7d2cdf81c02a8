import { CONSENT } from '../../../content/consent';
import { buttonClass } from '../../../ui/buttons/button';

/** Declining and accepting have equal weight. */
export function ConsentButtons() {
  const look = buttonClass('outline', 'medium', 'min-w-32 flex-1 sm:flex-none');
  return (
    <div className="flex flex-wrap gap-3">
      <button type="button" data-consent="denied" className={look}>
        {CONSENT.decline}
      </button>
      <button type="button" data-consent="granted" className={look}>
        {CONSENT.accept}
      </button>
    </div>
  );
}
