import type { User } from '../../lib/session/auth-client';
import { fullNameOf } from '../../lib/session/person';
import { emailFault, nameFault, newPasswordFault } from '../../lib/entries';
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

/** What is known of a buyer who is signed in. */
export const ownEntries = (user: User): Pick<BuyerEntries, 'fullName' | 'email'> => ({
  fullName: fullNameOf(user),
  email: user.email ?? '',
});

const MISMATCH: ToastText = {
  title: 'Password mismatch',
  description: 'Please make sure your passwords match.',
};

/** What is wrong with each entry, and the one thing worth a toast. */
export function checkEntries(entries: BuyerEntries): { faults: Faults; toast: ToastText | undefined } {
  const { password, confirmPassword } = entries;
  const mismatch = password !== confirmPassword;
  const unfit = newPasswordFault(password);
  const tooShort = password && unfit ? { title: 'Password too short', description: unfit } : undefined;
  return {
    toast: mismatch ? MISMATCH : tooShort,
    faults: {
      fullName: nameFault(entries.fullName),
      email: emailFault(entries.email),
      password: unfit,
      confirmPassword: repetitionFault(password, confirmPassword),
    },
  };
}

function repetitionFault(password: string, repeated: string): string | undefined {
  if (repeated === '') return 'Confirm your password.';
  return password === repeated ? undefined : MISMATCH.description;
}
