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
          <Notice title="Its state could not be read">
            <p>{sentenceOf(fault)} The mail is on its way all the same.</p>
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
        <Notice tone="good" title="The mail server has taken it">
          <p>
            For {mail.recipient}, <Moment at={mail.sentAt} />.
          </p>
        </Notice>
      );
    case 'failed':
      return (
        <Notice tone="danger" title="It failed again">
          <p>{mail.lastError}</p>
        </Notice>
      );
    case 'canceled':
      return (
        <Notice title="It was stopped">
          <p>Somebody canceled it before it was sent.</p>
        </Notice>
      );
    default:
      return mail.lastError ? (
        <Notice tone="marker" title="The mail server has put it off">
          <p>{mail.lastError}</p>
          <p>
            Next try: <Moment at={mail.nextAttemptAt} />. You may close this; it goes on by itself.
          </p>
        </Notice>
      ) : (
        <Waiting label="On its way..." className="py-2" />
      );
  }
}
