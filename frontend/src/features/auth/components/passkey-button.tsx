import type { CaptchaState } from '../../../lib/use-captcha';
import { useAuth } from '../../../lib/session/auth-context';
import { passkeyErrorMessage } from '../../../lib/session/passkeys';
import { requiresMfa } from '../../../lib/session/mfa';
import { Button } from '../../../ui/buttons/button';
import { FormErrorAlert } from '../../../ui/forms/form-error-alert';
import { useSubmit } from '../../../ui/forms/use-submit';
import { NOT_SIGNED_IN } from '../not-signed-in';

/** Signs in with a passkey from this device or a nearby phone. */
export function PasskeyButton(props: {
  /** Shows field errors in the form. Returns whether sign-in may start. */
  validate: () => boolean;
  captcha: CaptchaState;
  /** False hides the error, because another method was tried since. */
  showErrors: boolean;
  onSubmitting: (submitting: boolean) => void;
  onSignedIn: () => void;
}) {
  const { validate, captcha, showErrors, onSubmitting, onSignedIn } = props;
  const { connect } = useAuth();
  const { busy, formError, run } = useSubmit(NOT_SIGNED_IN);
  const signIn = async () => {
    if (!validate()) return;
    onSubmitting(true);
    let mfaRequired = false;
    const done = await run(async () => {
      const client = await connect();
      const { data, error } = await client.signInWithPasskey({
        options: { captchaToken: captcha.takeToken() },
      });
      if (error) return { title: 'Sign in failed', description: passkeyErrorMessage(error) };
      mfaRequired = data?.session ? requiresMfa(data.session) : false;
      return undefined;
    });
    if (!done || mfaRequired) return void onSubmitting(false);
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
      <FormErrorAlert error={showErrors ? formError : undefined} />
    </>
  );
}
