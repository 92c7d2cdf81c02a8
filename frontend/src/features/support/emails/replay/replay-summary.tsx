import type { EmailDetail, EmailFilter, EmailListItem } from '@subscription-site/shared/contracts';
import { canResend, describeFilter, skippedReason, type ReplayRequest } from './replay';

/** What will be resent, to whom, and what will not and why. */
export function ReplaySummary({ request }: { request: ReplayRequest }) {
  if (request.kind === 'one') return <OneEmail email={request.email} />;
  if (request.kind === 'some') return <Selection emails={request.emails} />;
  return <Matching filter={request.filter} nothing={!canResend(request)} />;
}

function OneEmail({ email }: { email: EmailDetail }) {
  const { subject, recipient, replayRecipient, correctable } = email;
  if (replayRecipient === null)
    return (
      <p>
        The mail server accepted “{subject}” for <Address>{recipient}</Address>. It can only be resent to
        another address.
      </p>
    );
  return (
    <>
      <p>
        “{subject}” will be resent
        {correctable ? null : (
          <>
            {' '}
            to <Address>{replayRecipient}</Address>
          </>
        )}
        .
      </p>
      {replayRecipient === recipient ? null : (
        <p className="text-small text-ink-soft">
          It was first sent to <Address>{recipient}</Address>. <Address>{replayRecipient}</Address> is the
          current address.
        </p>
      )}
    </>
  );
}

function Selection({ emails }: { emails: readonly EmailListItem[] }) {
  const skipped = emails.some(skippedReason);
  return (
    <>
      <ul className="max-h-60 overflow-y-auto border border-rule text-small">
        {emails.map((email) => (
          <li
            key={email.id}
            className="flex flex-wrap justify-between gap-x-3 border-b border-rule px-3 py-2 wrap-anywhere last:border-b-0"
          >
            <span className={skippedReason(email) ? 'text-ink-faint' : undefined}>{email.recipient}</span>
            <span className="text-ink-soft">{skippedReason(email)}</span>
          </li>
        ))}
      </ul>
      <p className="text-small text-ink-soft">
        Each email goes to the current address of its account.
        {skipped
          ? ' Only failed and canceled emails are resent. To send a welcome email to another address, open it.'
          : null}
      </p>
    </>
  );
}

function Matching({ filter, nothing }: { filter: EmailFilter; nothing: boolean }) {
  const filters = describeFilter(filter);
  if (nothing) return <p>Only failed and canceled emails can be resent. Choose one of these statuses.</p>;
  return (
    <div>
      <p>Every {filter.status === 'canceled' ? 'canceled' : 'failed'} email that matches:</p>
      <ul className="mt-2 list-disc pl-5 text-small">
        {filters.map((part) => (
          <li key={part}>{part}</li>
        ))}
      </ul>
      <p className="mt-3 text-small text-ink-soft">Including emails that aren’t shown yet.</p>
    </div>
  );
}

function Address({ children }: { children: string }) {
  return <bdi className="wrap-anywhere">{children}</bdi>;
}
