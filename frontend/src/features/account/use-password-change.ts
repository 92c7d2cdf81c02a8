import { useState } from 'react';
import type { AuthError, UserAttributes } from '@supabase/auth-js';
import { accountRules } from '../../lib/config/account-rules';
import { validateNewPassword, weakPasswordMessage } from '../../lib/form-validation';
import type { AuthClient } from '../../lib/session/auth-client';
import { toAuthFailure, type AuthFailure } from '../../lib/session/auth-failure';
import { useAuth } from '../../lib/session/auth-context';
import { clearWeakPassword } from '../../lib/session/weak-password';
import type { FieldErrors } from '../../ui/forms/field-errors';
import type { FormError } from '../../ui/forms/use-submit';
import { authFormError } from './form-errors';

type PasswordFieldName = 'password' | 'current';

/** Errors that belong to one of the fields, by code. */
const FIELD_ERRORS: Record<string, { field: PasswordFieldName; error: string }> = {
  same_password: { field: 'password', error: 'This is already your password. Choose a different one.' },
  current_password_required: { field: 'current', error: 'Enter your current password.' },
  current_password_invalid: { field: 'current', error: 'That isn’t your current password.' },
};

function toFieldError(failure: AuthFailure | null): { field: PasswordFieldName; error: string } | undefined {
  if (failure?.code === 'weak_password')
    return { field: 'password', error: weakPasswordMessage(failure.reasons, failure.message) };
  return FIELD_ERRORS[failure?.code ?? ''];
}

/**
 * State of a password change: field values, errors, and the extra verification the server may require, either
 * the current password or an emailed code.
 */
export function usePasswordChange({ asksCurrent }: { asksCurrent: boolean }) {
  const { connect } = useAuth();
  const [password, setPassword] = useState('');
  const [current, setCurrent] = useState('');
  const [serverAsksCurrent, setServerAsksCurrent] = useState(false);
  const requiresCurrent = asksCurrent || serverAsksCurrent;
  /** Seconds until another code may be sent; undefined while no code is required. */
  const [codeCooldown, setCodeCooldown] = useState<number>();
  const [errors, setErrors] = useState<FieldErrors<PasswordFieldName>>({});

  const validate = (): FieldErrors<PasswordFieldName> => {
    const found = {
      current: requiresCurrent && !current ? 'Enter your current password.' : undefined,
      password: validateNewPassword(password),
    };
    setErrors(found);
    return found;
  };

  /** Shows the error at its field, if it belongs to one. */
  const showFieldError = (error: AuthError | null): boolean => {
    const fieldError = toFieldError(toAuthFailure(error));
    if (!fieldError) return false;
    if (fieldError.field === 'current') setServerAsksCurrent(true);
    setErrors({ [fieldError.field]: fieldError.error });
    // The user has to enter the password again, and then a new code.
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
    const formError = await authFormError(client, 'The email wasn’t sent', error);
    // A code that was just sent is still valid.
    const alreadySent = formError?.code === 'over_email_send_rate_limit';
    if (!formError || alreadySent)
      setCodeCooldown(
        (previous) => previous ?? formError?.retryAfterSeconds ?? accountRules().sendIntervalSeconds,
      );
    return alreadySent && codeCooldown === undefined ? undefined : formError;
  };

  /** Changes the password, or requests the code required to do so (`codeRequested`). */
  const change = async (
    nonce?: string,
  ): Promise<{ formError: FormError | undefined; codeRequested: boolean }> => {
    const client = await connect();
    const error = await update(client, nonce);
    if (error?.code === 'reauthentication_needed' && !nonce)
      return { formError: await sendCode(), codeRequested: true };
    const shownElsewhere = showFieldError(error);
    const formError = await authFormError(client, 'Couldn’t change your password', error);
    return {
      formError: shownElsewhere ? { ...formError!, shownElsewhere } : formError,
      codeRequested: false,
    };
  };

  const reset = (): void => {
    setPassword('');
    setCurrent('');
    setServerAsksCurrent(false);
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
