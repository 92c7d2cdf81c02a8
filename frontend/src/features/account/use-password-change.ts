import { useState } from 'react';
import type { AuthError, UserAttributes } from '@supabase/auth-js';
import { accountRules } from '../../lib/config/account-rules';
import { validateNewPassword, weakPasswordMessage } from '../../lib/form-validation';
import type { AuthClient } from '../../lib/session/auth-client';
import { toAuthFailure, type AuthFailure } from '../../lib/session/auth-failure';
import { useAuth } from '../../lib/session/auth-context';
import { clearWeakPassword } from '../../lib/session/weak-password';
import type { FieldErrors } from '../../ui/field-errors';
import type { FormError } from '../../ui/use-submit';
import { authFormError } from './form-errors';

type PasswordInput = 'password' | 'current';

/** Refusals that are told at an entry. */
const FIELD_ERRORS: Record<string, { input: PasswordInput; error: string }> = {
  same_password: { input: 'password', error: 'This is already your password. Choose a different one.' },
  current_password_required: { input: 'current', error: 'Enter your current password.' },
  current_password_invalid: { input: 'current', error: "That isn't your current password." },
};

function fieldErrorOf(failure: AuthFailure | null): { input: PasswordInput; error: string } | undefined {
  if (failure?.code === 'weak_password')
    return { input: 'password', error: weakPasswordMessage(failure.reasons, failure.message) };
  return FIELD_ERRORS[failure?.code ?? ''];
}

/**
 * A new password on its way: what was typed, what is wrong with it, and what the service wants to see besides, which is asked for
 * when the service has asked: the present password, or digits from the mailbox.
 */
export function usePasswordChange() {
  const { connect } = useAuth();
  const [password, setPassword] = useState('');
  const [current, setCurrent] = useState('');
  const [requiresCurrent, setRequiresCurrent] = useState(false);
  /** Seconds to wait for another mail; undefined while no code is asked for. */
  const [codeCooldown, setCodeCooldown] = useState<number>();
  const [errors, setErrors] = useState<FieldErrors<PasswordInput>>({});

  const validate = (): FieldErrors<PasswordInput> => {
    const found = {
      current: requiresCurrent && !current ? 'Enter your current password.' : undefined,
      password: validateNewPassword(password),
    };
    setErrors(found);
    return found;
  };

  /** Marks the entry that a refusal is about, if it is about one. */
  const showFieldError = (error: AuthError | null): boolean => {
    const known = fieldErrorOf(toAuthFailure(error));
    if (!known) return false;
    if (known.input === 'current') setRequiresCurrent(true);
    setErrors({ [known.input]: known.error });
    // What was typed has to be typed anew; the code is asked for again then.
    setCodeCooldown(undefined);
    return true;
  };

  const update = async (client: AuthClient, nonce?: string): Promise<AuthError | null> => {
    const attributes: UserAttributes = { password };
    if (requiresCurrent) attributes.current_password = current;
    if (nonce) attributes.nonce = nonce;
    const { error } = await client.updateUser(attributes);
    if (!error) clearWeakPassword();
    return error;
  };

  const sendCode = async (): Promise<FormError | undefined> => {
    const client = await connect();
    const { error } = await client.reauthenticate();
    const formError = await authFormError(client, "The email wasn't sent", error);
    // One that was sent a moment ago is as good.
    const alreadySent = formError?.code === 'over_email_send_rate_limit';
    if (!formError || alreadySent)
      setCodeCooldown(
        (before) => before ?? formError?.retryAfterSeconds ?? accountRules().sendIntervalSeconds,
      );
    return alreadySent && codeCooldown === undefined ? undefined : formError;
  };

  /** Sets the password, or asks for the code that it takes: `asked` tells which. Without a formError and not asked it is set. */
  const change = async (
    nonce?: string,
  ): Promise<{ formError: FormError | undefined; codeRequested: boolean }> => {
    const client = await connect();
    const error = await update(client, nonce);
    if (error?.code === 'reauthentication_needed' && !nonce)
      return { formError: await sendCode(), codeRequested: true };
    const shownInline = showFieldError(error);
    const formError = await authFormError(client, 'Password not changed', error);
    return { formError: formError && { ...formError, shownInline }, codeRequested: false };
  };

  const reset = (): void => {
    setPassword('');
    setCurrent('');
    setRequiresCurrent(false);
    setCodeCooldown(undefined);
    setErrors({});
  };

  return {
    password,
    setPassword,
    current,
    setCurrent,
    requiresCurrent,
    codeCooldown,
    cancelCode: () => setCodeCooldown(undefined),
    errors,
    validate,
    sendCode,
    change,
    reset,
  };
}
