import { useState } from 'react';
import { UNEXPECTED } from '../../../lib/api/messages';
import type { HumanCheck } from '../../../lib/human/use-human-check';
import { logFault } from '../../../lib/log';
import { failureOf } from '../../../lib/session/auth-failure';
import { useAuth } from '../../../lib/session/auth-context';
import { useWait } from '../../../lib/use-wait';
import { Button } from '../../../ui/button';
import { Notice } from '../../../ui/notice';
import { SendAgain } from '../../../ui/send-again';

/** How long the service leaves between two mails to one address, as installed. */
const INTERVAL_SECONDS = 60;
/** Refusals that would tell whether an address has an account. To whoever asks, they are the same as a mail that was sent. */
const SILENT: readonly (string | undefined)[] = ['otp_disabled', 'over_email_send_rate_limit'];

interface Props {
  /** As typed in the form it stands in. */
  email: string;
  /** Whether a mail may be asked for now; marks in the form what is missing. */
  ready: () => boolean;
  human: HumanCheck;
  /** Where to go on once signed in, if not to the application. */
  returnTo: string | undefined;
}

/** Signs in by a link in a mail, without a password. What is said is the same for every address. */
export function MagicLink({ email, ready, human, returnTo }: Props) {
  const { connect } = useAuth();
  const { left, begin } = useWait();
  const [busy, setBusy] = useState(false);
  const [sentTo, setSentTo] = useState<string>();
  const [why, setWhy] = useState<string>();
  const address = email.trim();

  const send = async () => {
    if (!ready()) return;
    setBusy(true);
    setWhy(undefined);
    const refused = await ask().catch((fault: unknown) => {
      logFault('sign-in link', fault);
      return UNEXPECTED;
    });
    setBusy(false);
    setWhy(refused);
    if (refused) return;
    setSentTo(address);
    begin(INTERVAL_SECONDS);
  };
  const ask = async (): Promise<string | undefined> => {
    const next = returnTo ? `?next=${encodeURIComponent(returnTo)}` : '';
    const options = {
      shouldCreateUser: false,
      emailRedirectTo: `${window.location.origin}/auth${next}`,
      captchaToken: human.spend(),
    };
    const { error } = await (await connect()).signInWithOtp({ email: address, options });
    const failure = failureOf(error);
    return SILENT.includes(failure?.code) ? undefined : failure?.message;
  };

  return (
    <div className="grid gap-3">
      {sentTo === address && address ? (
        <>
          <Notice tone="good" title="Check your mail">
            <p>
              If <span className="wrap-anywhere">{sentTo}</span> has an account, a link that signs you in is
              on its way. It works once.
            </p>
          </Notice>
          <div>
            <SendAgain busy={busy} left={left} onPress={() => void send()} />
          </div>
        </>
      ) : (
        <Button variant="outline" busyLabel={busy && 'Sending...'} onClick={() => void send()}>
          Email me a link instead
        </Button>
      )}
      {why ? (
        <Notice tone="danger" title="The mail was not sent">
          <p>{why}</p>
        </Notice>
      ) : null}
    </div>
  );
}
