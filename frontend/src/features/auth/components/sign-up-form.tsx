import { useState, type ReactNode, type SubmitEvent } from 'react';
import { siteConfig } from '../../../lib/config/site-config';
import {
  validateEmail,
  validateName,
  validateNewPassword,
  weakPasswordMessage,
} from '../../../lib/form-validation';
import { useCaptcha } from '../../../lib/use-captcha';
import type { AuthFailure } from '../../../lib/session/auth-failure';
import { useAuth } from '../../../lib/session/auth-context';
import { Button } from '../../../ui/buttons/button';
import { EmailField } from '../../../ui/forms/email-field';
import { Field } from '../../../ui/forms/field';
import { focusFirstError, isValid, type FieldErrors } from '../../../ui/forms/field-errors';
import { FormErrorAlert } from '../../../ui/forms/form-error-alert';
import { Captcha } from '../../../ui/captcha/captcha';
import { NewPasswordField } from '../../../ui/forms/new-password-field';
import { toastError, toastSuccess } from '../../../ui/feedback/toast';
import { useSubmit, type FormError } from '../../../ui/forms/use-submit';
import { TermsAgreement } from './terms-agreement';

interface Props {
  email: string;
  onEmail: (email: string) => void;
  onSubmitting: (submitting: boolean) => void;
  onRegistered: (email: string) => void;
  /** The email already has an account; the sign-in tab takes over. */
  onExists: (formError: FormError) => void;
  /** Other sign-up methods. */
  children?: ReactNode;
}

const ACCOUNT_EXISTS: FormError = {
  title: 'Account already exists',
  description: 'Please sign in instead or use a different email address.',
  outcome: 'No new account was created.',
};

/** Creates an account that has to be confirmed by email. */
export function SignUpForm({ email, onEmail, onSubmitting, onRegistered, onExists, children }: Props) {
  const { signUp } = useAuth();
  const { busy, formError, run } = useSubmit('Your account wasn’t created.');
  const captcha = useCaptcha();
  const [fullName, setFullName] = useState('');
  const [password, setPassword] = useState('');
  const [errors, setErrors] = useState<FieldErrors>({});

  const handleError = (error: AuthFailure): FormError => {
    if (error.message.toLowerCase().includes('already registered')) {
      onExists(ACCOUNT_EXISTS);
      toastError(ACCOUNT_EXISTS);
      return { ...ACCOUNT_EXISTS, shownElsewhere: true };
    }
    const weak = error.code === 'weak_password';
    if (weak) setErrors({ password: weakPasswordMessage(error.reasons, error.message) });
    return { title: 'Sign up failed', description: error.message, shownElsewhere: weak };
  };

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const found = {
      fullName: validateName(fullName),
      email: validateEmail(email),
      password: validateNewPassword(password),
      captcha: captcha.validate(),
    };
    setErrors(found);
    if (!isValid(found)) return focusFirstError(form);
    onSubmitting(true);
    const done = await run(async () => {
      const { error } = await signUp(email.trim(), password, fullName.trim(), captcha.takeToken());
      return error ? handleError(error) : undefined;
    });
    if (!done) {
      onSubmitting(false);
      return focusFirstError(form);
    }
    toastSuccess({
      title: `Welcome to ${siteConfig().productName}! 🎉`,
      description: 'Your free trial has started. Check your email to verify your account.',
    });
    return onRegistered(email.trim());
  };

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-5" aria-label="Sign up">
      <Field
        label="Full Name"
        name="fullName"
        autoComplete="name"
        required
        value={fullName}
        onChange={(event) => setFullName(event.target.value)}
        error={errors['fullName']}
      />
      <EmailField value={email} onChange={(event) => onEmail(event.target.value)} error={errors['email']} />
      <NewPasswordField
        label="Password"
        value={password}
        onChange={(event) => setPassword(event.target.value)}
        error={errors['password']}
      />
      <FormErrorAlert error={formError} />
      <Captcha captcha={captcha} error={errors['captcha']} />
      <Button type="submit" size="large" busyLabel={busy && 'Creating account...'}>
        Sign Up
      </Button>
      {children}
      <TermsAgreement />
    </form>
  );
}
