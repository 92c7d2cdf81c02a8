import { siteConfig } from '../../../lib/config/site-config';
import { Button } from '../../../ui/buttons/button';
import { FocusedHeading } from '../../../ui/focus/focused-heading';
import { submissionFile, submissionLines } from '../submission-text';
import type { SubmittedCancellation } from '../submit-cancellation';

/** Replaces the form once it has been received. */
export function SubmittedScreen({ submission }: { submission: SubmittedCancellation }) {
  const { kind, email, reference } = submission;
  return (
    <div>
      <FocusedHeading className="text-h3">
        We received your {kind === 'cancel' ? 'cancellation' : 'withdrawal'}
      </FocusedHeading>
      <p className="mt-2 text-ink-soft">
        We’re sending a confirmation to <b className="text-ink">{email}</b>. It explains what happens next. If
        we find a plan under this address, it includes a link to undo the{' '}
        {kind === 'cancel'
          ? 'cancellation.'
          : 'withdrawal and, if our money-back guarantee applies, to confirm your refund.'}
      </p>
      <dl className="mt-6 border-t border-rule text-small">
        {submissionLines(submission).map(([label, value]) => (
          <div key={label} className="grid gap-x-4 border-b border-rule py-2.5 sm:grid-cols-[7rem_1fr]">
            <dt className="text-ink-soft">{label}</dt>
            <dd className="font-medium whitespace-pre-line wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
      <Button
        size="large"
        className="mt-6 w-full"
        onClick={() =>
          download(submissionFile(submission, siteConfig().productName), `${kind}-${reference}.txt`)
        }
      >
        Download a copy
      </Button>
    </div>
  );
}

function download(file: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href));
}
