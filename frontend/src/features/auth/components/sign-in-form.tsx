import { useEffect, useRef, useState, type SubmitEvent } from 'react';
import { validateEmail } from '../../../lib/form-validation';
import { useCaptcha } from '../../../lib/use-captcha';
import { useAuth } from '../../../lib/session/auth-context';
import type { SignInMethods } from '../../../lib/session/sign-in-methods';
import { Button } from '../../../ui/buttons/button';
import { EmailField } from '../../../ui/forms/email-field';
import { PasswordField } from '../../../ui/forms/field';
import { focusFirstError, isValid, type FieldErrors } from '../../../ui/forms/field-errors';
import { FormErrorAlert } from '../../../ui/forms/form-error-alert';
import { Captcha } from '../../../ui/captcha/captcha';
import { Link } from '../../../ui/navigation/link';
import { useLeaving } from '../../../ui/forms/use-leaving';
import { useSubmit, type FormError } from '../../../ui/forms/use-submit';
import { NOT_SIGNED_IN } from '../not-signed-in';
import { MagicLink } from './magic-link';
import { PasskeyButton } from './passkey-button';
import { ProviderButtons } from './provider-buttons';
import { ResendConfirmation } from './resend-confirmation';

type Method = 'password' | 'link' | 'passkey';

interface Props {
  email: string;
  onEmail: (email: string) => void;
  onSubmitting: (submitting: boolean) => void;
  onSignedIn: () => void;
  /** Why the visitor was switched here from the sign-up tab. */
  reason: FormError | undefined;
  methods: SignInMethods;
  /** Where to redirect after sign-in instead of the application. */
  returnTo: string | undefined;
}

export function SignInForm(props: Props) {
  const { email, onEmail, onSubmitting, onSignedIn, reason, methods, returnTo } = props;
  const { signIn } = useAuth();
  const { busy, formError, run } = useSubmit(NOT_SIGNED_IN);
  const captcha = useCaptcha();
  const [password, setPassword] = useState('');
  const [errors, setErrors] = useState<FieldErrors>({});
  const [redirecting, setRedirecting] = useLeaving();
  /** The method tried last since `reason` changed. Errors of other methods are hidden. */
  const [attempt, setAttempt] = useState<{ method?: Method; after?: FormError }>({});
  const lastMethod = attempt.after === reason ? attempt.method : undefined;
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    // The email is already filled in.
    if (reason) form.current?.querySelector<HTMLElement>('[name=password]')?.focus();
  }, [reason]);

  /** Shows field errors for a sign-in method; returns whether there are none. */
  const validate = (method: Method, found: FieldErrors): boolean => {
    const valid = isValid(found);
    setAttempt({ method: valid ? method : undefined, after: reason });
    setErrors(found);
    if (!valid) focusFirstError(form.current);
    return valid;
  };

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const found = {
      email: validateEmail(email),
      password: password ? undefined : 'Enter your password.',
      captcha: captcha.validate(),
    };
    if (!validate('password', found)) return undefined;
    onSubmitting(true);
    let mfaRequired: boolean | undefined;
    const done = await run(async () => {
      const { error, ...result } = await signIn(email.trim(), password, captcha.takeToken());
      mfaRequired = result.mfaRequired;
      return error ? { title: 'Sign in failed', description: error.message, code: error.code } : undefined;
    });
    if (!done || mfaRequired) return onSubmitting(false);
    setRedirecting(true);
    return onSignedIn();
  };

  return (
    <div className="grid gap-5">
      <form
        noValidate
        ref={form}
        onSubmit={(event) => void submit(event)}
        className="grid gap-5"
        aria-label="Sign in"
      >
        {lastMethod ? null : <FormErrorAlert error={reason} />}
        <EmailField
          autoComplete="username"
          value={email}
          onChange={(event) => onEmail(event.target.value)}
          error={errors['email']}
        />
        <PasswordField
          label="Password"
          name="password"
          autoComplete="current-password"
          required
          value={password}
          onChange={(event) => setPassword(event.target.value)}
          error={errors['password']}
        />
        <FormErrorAlert error={lastMethod === 'password' ? formError : undefined}>
          {formError?.code === 'email_not_confirmed' ? (
            <>
              <p>Open the link in the email we sent you, then sign in.</p>
              <ResendConfirmation email={email.trim()} captcha={captcha} />
            </>
          ) : null}
          {formError?.code === 'invalid_credentials' ? <p>Check your email and password.</p> : null}
        </FormErrorAlert>
        <Captcha captcha={captcha} error={errors['captcha']} />
        <Button
          type="submit"
          size="large"
          busyLabel={(busy && 'Signing in...') || (redirecting && 'Redirecting...')}
        >
          Sign In
        </Button>
        <p data-uncovered="" className="-my-2.5 text-small">
          <Link to="/auth/forgot" state={{ email }} className="text-link inline-flex min-h-11 items-center">
            Forgot your password?
          </Link>
        </p>
      </form>
      <div className="grid gap-3 border-t border-rule pt-5">
        <MagicLink
          email={email}
          validate={() => validate('link', { email: validateEmail(email), captcha: captcha.validate() })}
          captcha={captcha}
          showErrors={lastMethod === 'link'}
          returnTo={returnTo}
          onSubmitting={onSubmitting}
          onSignedIn={onSignedIn}
        />
        {methods.passkeys ? (
          <PasskeyButton
            validate={() => validate('passkey', { captcha: captcha.validate() })}
            captcha={captcha}
            showErrors={lastMethod === 'passkey'}
            onSubmitting={onSubmitting}
            onSignedIn={onSignedIn}
          />
        ) : null}
        <ProviderButtons providers={methods.providers} returnTo={returnTo} />
      </div>
    </div>
  );
}
