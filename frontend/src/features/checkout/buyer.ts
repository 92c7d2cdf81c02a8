import type { User } from '../../lib/session/auth-client';
import { getFullName } from '../../lib/session/user-metadata';
import {
  passwordTooShortMessage,
  validateEmail,
  validateName,
  validateNewPassword,
} from '../../lib/form-validation';
import type { FieldErrors } from '../../ui/forms/field-errors';
import type { ToastText } from '../../ui/feedback/toast';

/** Values of the checkout form. Not used for signed-in buyers. */
export interface BuyerValues {
  fullName: string;
  email: string;
  password: string;
  confirmPassword: string;
}

export const EMPTY_VALUES: BuyerValues = { fullName: '', email: '', password: '', confirmPassword: '' };

/** Values known from a signed-in buyer. */
export const toBuyerValues = (user: User): Pick<BuyerValues, 'fullName' | 'email'> => ({
  fullName: getFullName(user),
  email: user.email ?? '',
});

const MISMATCH: ToastText = {
  title: 'Password mismatch',
  description: 'Please make sure your passwords match.',
};

/** Errors of each field, and the one to show as a toast, which they don't repeat. */
export function validateBuyer(values: BuyerValues): { errors: FieldErrors; toast: ToastText | undefined } {
  const { password, confirmPassword } = values;
  const mismatch = password !== confirmPassword;
  const passwordError = validateNewPassword(password);
  const tooShort = { title: 'Password too short', description: passwordTooShortMessage() };
  const isTooShort = passwordError === tooShort.description;
  return {
    toast: mismatch ? MISMATCH : passwordError ? tooShort : undefined,
    errors: {
      fullName: validateName(values.fullName),
      email: validateEmail(values.email),
      password: isTooShort ? 'Choose a longer password.' : passwordError,
      confirmPassword: confirmPasswordError(password, confirmPassword),
    },
  };
}

function confirmPasswordError(password: string, repeated: string): string | undefined {
  if (repeated === '') return 'Confirm your password.';
  return password === repeated ? undefined : 'Type the same password again.';
}
