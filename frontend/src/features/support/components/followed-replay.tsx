import type { EmailDetail, ReplayOutcome } from '@subscription-site/shared/contracts';
import { sentenceOf } from '../../../lib/api/messages';
import { Moment } from '../../../ui/moment';
import { Notice } from '../../../ui/notice';
import { Waiting } from '../../../ui/waiting';
import { useFollowedMail } from '../use-followed-mail';
import { OutcomeRow } from './outcome-row';

/** The outcome of a replay of one mail, followed until the mail is sent or fails. */
export function FollowedReplay(props: { outcome: ReplayOutcome; replayId: string; recipient: string }) {
  const { outcome, replayId, recipient } = props;
  const { value: mail, status, fault } = useFollowedMail(replayId);
  return (
    <>
      <ul className="border border-rule text-small">
        <OutcomeRow outcome={outcome} recipient={mail?.recipient ?? recipient} replay={mail} />
      </ul>
      <div className="mt-4 grid" aria-live="polite">
        {mail ? <Course mail={mail} /> : null}
        {status === 'failed' ? (
          <Notice title="Status unavailable">
            <p>{sentenceOf(fault)} The email is still being sent.</p>
          </Notice>
        ) : null}
      </div>
    </>
  );
}

function Course({ mail }: { mail: EmailDetail }) {
  switch (mail.status) {
    case 'sent':
      return (
        <Notice tone="good" title="Accepted by the mail server">
          <p>
            For {mail.recipient}, <Moment at={mail.sentAt} />.
          </p>
        </Notice>
      );
    case 'failed':
      return (
        <Notice tone="danger" title="Failed again">
          <p>{mail.lastError}</p>
        </Notice>
      );
    case 'canceled':
      return (
        <Notice title="Canceled">
          <p>It was canceled before it was sent.</p>
        </Notice>
      );
    default:
      return mail.lastError ? (
        <Notice tone="marker" title="Deferred by the mail server">
          <p>{mail.lastError}</p>
          <p>
            Next attempt: <Moment at={mail.nextAttemptAt} />. You can close this dialog. Retries continue
            automatically.
          </p>
        </Notice>
      ) : (
        <Waiting label="Sending..." className="py-2" />
      );
  }
}
