import { useWait } from '../../../lib/use-wait';
import { CodeForm } from '../../../ui/code-form';
import { SendAgain } from '../../../ui/send-again';
import { useSubmission, type Problem } from '../../../ui/use-submission';
import { INTERVAL_SECONDS } from '../mail-interval';

/** Asks for the code that went to the account's mailbox a moment ago. */
export function MailedCode(props: {
  email: string;
  send: (code: string) => Promise<Problem | undefined>;
  again: () => Promise<Problem | undefined>;
  onDone: () => void;
  onCancel: () => void;
}) {
  const { email, send, again, onDone, onCancel } = props;
  const { busy, run } = useSubmission();
  const { left, begin } = useWait(INTERVAL_SECONDS);
  const repeat = async () => {
    if (await run(again)) begin(INTERVAL_SECONDS);
  };
  return (
    <div className="max-w-form">
      <CodeForm
        title="Proof of the mailbox"
        label="Code"
        hint={
          <>
            You signed in a while ago, so we sent six digits to <span className="wrap-anywhere">{email}</span>
            .
          </>
        }
        press="Change password"
        send={send}
        onDone={onDone}
      />
      <div className="mt-5 flex flex-wrap items-center gap-x-5 gap-y-3">
        <SendAgain busy={busy} left={left} onPress={() => void repeat()} />
        <button type="button" className="inked text-small" onClick={onCancel}>
          Cancel
        </button>
      </div>
    </div>
  );
}
