import { useState, type SubmitEvent } from 'react';
import { siteConfig } from '../../../../lib/config/site-config';
import { FocusedHeading } from '../../../../ui/focus/focused-heading';
import { Button, buttonClass } from '../../../../ui/buttons/button';
import { CopyButton } from '../../../../ui/buttons/copy-button';
import { CheckboxField } from '../../../../ui/forms/checkbox-field';
import { focusFirstError } from '../../../../ui/forms/field-errors';
import { ReceiptCard } from '../../../../ui/layout/receipt-card';

/** Shows new recovery codes once, until the user confirms that they are saved. Prints only the codes. */
export function RecoveryCodesCard({ codes, onSaved }: { codes: string[]; onSaved: () => void }) {
  const { productName } = siteConfig();
  const [saved, setSaved] = useState(false);
  const [error, setError] = useState<string>();
  const text = `Recovery codes for ${productName}. Each code works once.\n\n${codes.join('\n')}\n`;
  const finish = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (saved) return onSaved();
    setError('Save them first. They won’t be shown again.');
    return focusFirstError(event.currentTarget);
  };
  return (
    <ReceiptCard className="px-5 pt-6 pb-9 sm:px-7">
      <div data-print-only-this>
        <FocusedHeading level={3} className="text-h3">
          Save your recovery codes
        </FocusedHeading>
        <p className="mt-2 max-w-prose text-small text-ink-soft">
          Use one to sign in to {productName} if you lose your phone. Each code works once. Keep them
          somewhere other than your phone, such as a password manager or on paper. You won’t see them again.
        </p>
        <ol className="code mt-5 grid grid-cols-[repeat(2,max-content)] gap-x-[min(3rem,8%)] border-y border-rule py-3 text-[min(1.0625rem,5vw)] max-[22rem]:grid-cols-1">
          {codes.map((code) => (
            <li key={code} className="py-1.5 whitespace-nowrap">
              {code}
            </li>
          ))}
        </ol>
      </div>
      <div className="mt-5 flex flex-wrap gap-3">
        <CopyButton text={text} label="Copy" copied="Codes copied." />
        <a
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
          download="recovery-codes.txt"
          className={buttonClass('outline', 'small')}
        >
          Download
        </a>
        <Button variant="outline" size="small" onClick={() => window.print()}>
          Print
        </Button>
      </div>
      <form
        noValidate
        onSubmit={finish}
        className="mt-7 grid justify-items-start gap-4"
        aria-label="Recovery codes"
      >
        <CheckboxField
          label="I’ve saved these codes"
          name="saved"
          checked={saved}
          onChange={(event) => {
            setSaved(event.target.checked);
            setError(undefined);
          }}
          error={error}
        />
        <Button type="submit">Done</Button>
      </form>
    </ReceiptCard>
  );
}
