import { SentCode } from '../../../ui/sent-code';
import { useSending } from '../../../ui/use-sending';
import type { Problem } from '../../../ui/use-submission';

/** Asks for the code that went to the account's mailbox a moment ago. */
export function MailedCode(props: {
  email: string;
  press: string;
  /** How long to wait before another one may be sent. */
  wait: number;
  show: (code: string) => Promise<Problem | undefined>;
  again: () => Promise<Problem | undefined>;
  onDone: () => void;
  onCancel: () => void;
}) {
  const { email, press, wait, show, again, onDone, onCancel } = props;
  const { busy, problem, left, send } = useSending(wait);
  return (
    <SentCode
      title="Email verification"
      hint={
        <>
          You signed in a while ago, so we sent a 6-digit code to{' '}
          <span className="wrap-anywhere">{email}</span>.
        </>
      }
      press={press}
      show={show}
      onDone={onDone}
      again={{ busy, problem, left, onPress: () => void send(again) }}
    >
      <button type="button" className="inked min-h-11 text-small" onClick={onCancel}>
        Cancel
      </button>
    </SentCode>
  );
}
