import { emailFault, nameFault, newPasswordFault, PASSWORD_MIN_LENGTH } from '../../lib/entries';
import type { Faults } from '../../ui/form-faults';
import type { ToastText } from '../../ui/toast';

/** The checkout form. A buyer who is signed in fills in none of it. */
export interface BuyerEntries {
  fullName: string;
  email: string;
  password: string;
  confirmPassword: string;
}

export const NO_ENTRIES: BuyerEntries = { fullName: '', email: '', password: '', confirmPassword: '' };

const MISMATCH: ToastText = {
  title: 'Password mismatch',
  description: 'Please make sure your passwords match.',
};
const TOO_SHORT: ToastText = {
  title: 'Password too short',
  description: 'Password must be at least 6 characters long.',
};

/** What is wrong with each entry, and the one thing worth a toast. */
export function checkEntries(entries: BuyerEntries): { faults: Faults; toast: ToastText | undefined } {
  const { password, confirmPassword } = entries;
  const mismatch = password !== confirmPassword;
  const tooShort = password.length > 0 && password.length < PASSWORD_MIN_LENGTH;
  const toast = mismatch ? MISMATCH : tooShort ? TOO_SHORT : undefined;
  return {
    toast,
    faults: {
      fullName: nameFault(entries.fullName),
      email: emailFault(entries.email),
      password: newPasswordFault(password),
      confirmPassword: repetitionFault(password, confirmPassword),
    },
  };
}

function repetitionFault(password: string, repeated: string): string | undefined {
  if (repeated === '') return 'Repeat your password.';
  return password === repeated ? undefined : MISMATCH.description;
}
