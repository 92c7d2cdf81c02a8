import type { HumanCheck } from '../../../lib/human/use-human-check';
import { useAuth } from '../../../lib/session/auth-context';
import { passkeySentence } from '../../../lib/session/passkeys';
import { lacksSecondStep } from '../../../lib/session/second-step';
import { Button } from '../../../ui/button';
import { FormProblem } from '../../../ui/form-problem';
import { toastSuccess } from '../../../ui/toast';
import { useSubmission } from '../../../ui/use-submission';

/** Signs in with a passkey of this device, or of a phone near by. */
export function PasskeyButton(props: {
  /** Whether it may be tried now; marks in the form what is missing. */
  ready: () => boolean;
  human: HumanCheck;
  /** Whether this way in was tried last: a refusal is told no longer than that. */
  tried: boolean;
  onActing: (acting: boolean) => void;
  onSignedIn: () => void;
}) {
  const { ready, human, tried, onActing, onSignedIn } = props;
  const { connect } = useAuth();
  const { busy, problem, run } = useSubmission();
  const signIn = async () => {
    if (!ready()) return;
    onActing(true);
    let halfway = false;
    const done = await run(async () => {
      const client = await connect();
      const { data, error } = await client.signInWithPasskey({ options: { captchaToken: human.spend() } });
      if (error) return { title: 'Sign in failed', description: passkeySentence(error), toasted: true };
      halfway = data?.session ? lacksSecondStep(data.session) : false;
      return undefined;
    });
    if (!done || halfway) return void onActing(false);
    toastSuccess({ title: 'Welcome back!', description: "You've successfully signed in." });
    onSignedIn();
  };
  return (
    <>
      <Button
        variant="outline"
        busyLabel={busy && 'Waiting for your passkey...'}
        onClick={() => void signIn()}
      >
        Use a passkey
      </Button>
      <FormProblem problem={tried ? problem : undefined} />
    </>
  );
}
