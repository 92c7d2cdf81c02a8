import { verifySecurityKey, type Factor } from '../../../../lib/session/factors';
import { securityKeyErrorMessage } from '../../../../lib/session/passkeys';
import { Button } from '../../../../ui/buttons/button';
import { FormErrorAlert } from '../../../../ui/forms/form-error-alert';
import { useAutoFocus } from '../../../../ui/focus/use-auto-focus';
import { useLeaving } from '../../../../ui/forms/use-leaving';
import { useSubmit } from '../../../../ui/forms/use-submit';
import { useMfaVerification, type MfaProps } from './use-mfa-verification';

/** Verifies a security key or platform authenticator. */
export function KeyChallenge({ factor, onSubmitting, onDone }: MfaProps & { factor: Factor }) {
  const { verify } = useMfaVerification(onSubmitting);
  const { busy, formError, run } = useSubmit();
  const button = useAutoFocus<HTMLButtonElement>();
  const [done, setDone] = useLeaving();
  const name = factor.friendly_name || 'your security key';

  const submit = async () => {
    const verified = await run(() =>
      verify(async (client) => {
        const error = await verifySecurityKey(client, factor.id);
        return error && { name: error.name, code: error.code, message: securityKeyErrorMessage(error) };
      }, {}),
    );
    if (!verified) return undefined;
    setDone(true);
    return onDone();
  };

  return (
    <div className="grid gap-5">
      <p className="wrap-anywhere">
        Have <bdi className="font-semibold">{name}</bdi> ready. Your browser will ask for it next.
      </p>
      <FormErrorAlert error={formError} />
      <Button
        ref={button}
        size="large"
        busyLabel={(busy && 'Waiting for your key...') || (done && 'Redirecting...')}
        onClick={() => void submit()}
      >
        Use security key
      </Button>
    </div>
  );
}
