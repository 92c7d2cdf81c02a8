import { useState } from 'react';
import { useHumanCheck } from '../../../lib/human/use-human-check';
import type { User } from '../../../lib/session/auth-client';
import { useAuth } from '../../../lib/session/auth-context';
import { FormProblem } from '../../../ui/form-problem';
import { HumanCheck } from '../../../ui/human-check/human-check';
import { Notice } from '../../../ui/notice';
import { SendAgain } from '../../../ui/send-again';
import { toastSuccess } from '../../../ui/toast';
import { leftSince, useSending } from '../../../ui/use-sending';
import { problemOf } from '../refusals';

/** A change of address that waits for the two mailboxes. */
export function PendingEmail(props: { account: User; newEmail: string; onChanged: () => Promise<void> }) {
  const { account, newEmail, onChanged } = props;
  const { connect } = useAuth();
  const { busy, problem, left, send } = useSending(leftSince(account.email_change_sent_at));
  const human = useHumanCheck();
  const [missing, setMissing] = useState<string>();

  const repeat = async () => {
    const lacks = human.missing();
    setMissing(lacks);
    if (lacks) return;
    const done = await send(async () => {
      const client = await connect();
      const options = { emailRedirectTo: window.location.origin, captchaToken: human.spend() };
      const { error } = await client.resend({ type: 'email_change', email: account.email ?? '', options });
      return problemOf(client, "The emails weren't sent", error);
    });
    if (!done) return;
    toastSuccess({ title: 'Emails resent', description: 'Only the links in the most recent emails work.' });
    await onChanged();
  };

  return (
    <div className="grid gap-3">
      <Notice tone="marker" title="Confirm the change from both addresses">
        <p>
          We sent a link to <span className="wrap-anywhere">{account.email}</span> and another to{' '}
          <span className="font-semibold wrap-anywhere">{newEmail}</span>. Your email changes once you click
          both.
        </p>
        <div className="mt-3 grid justify-items-start gap-3">
          <HumanCheck check={human} error={missing} />
          <SendAgain busy={busy} left={left} onPress={() => void repeat()} />
        </div>
      </Notice>
      <FormProblem problem={problem} />
    </div>
  );
}
