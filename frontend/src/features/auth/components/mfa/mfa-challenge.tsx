import { useState } from 'react';
import { usePageTitle } from '../../../../lib/browser/use-page-title';
import type { User } from '../../../../lib/session/auth-client';
import { useAuth } from '../../../../lib/session/auth-context';
import { getLastDigits } from '../../../../lib/session/factors';
import { clearToasts, toastSuccess } from '../../../../ui/feedback/toast';
import { AuthCard } from '../auth-card';
import { AppChallenge } from './app-challenge';
import { KeyChallenge } from './key-challenge';
import { PhoneChallenge } from './phone-challenge';
import { RecoveryCodeForm } from './recovery-code-form';
import { listMfaMethods, type MfaMethod } from './mfa-methods';

export interface MfaChallengeProps {
  user: User;
  onSubmitting?: (submitting: boolean) => void;
  /** Called when sign-in is complete. */
  onDone?: () => void;
}

const TITLES: Record<MfaMethod['kind'], string> = {
  app: 'Enter your code',
  key: 'Use your security key',
  phone: 'Get a code',
  recovery: 'Enter a recovery code',
};

/** Asks for one of the account's second factors. Going back signs out. */
export function MfaChallenge({ user, onSubmitting, onDone }: MfaChallengeProps) {
  const { signOut } = useAuth();
  const [chosen, setChosen] = useState<string>();
  const methods = listMfaMethods(user);
  const method = methods.find(({ key }) => key === chosen) ?? methods[0]!;
  const phones = methods.filter(({ kind }) => kind === 'phone');
  usePageTitle(TITLES[method.kind]);
  const done = () => {
    toastSuccess({ title: 'Welcome back!', description: "You've successfully signed in." });
    onDone?.();
  };

  return (
    <AuthCard
      title={TITLES[method.kind]}
      lead={
        <>
          Two-factor authentication is on for <bdi className="wrap-anywhere">{user.email}</bdi>.
        </>
      }
    >
      <Challenge key={method.key} method={method} onSubmitting={onSubmitting} onDone={done} />
      <ul className="mt-6 grid border-t border-rule pt-4 text-small max-sm:-mb-3 max-sm:pt-2 sm:gap-1">
        {methods
          .filter(({ key }) => key !== method.key)
          .map((other) => (
            <li key={other.key}>
              <button
                type="button"
                className="text-link py-1 text-left wrap-anywhere max-sm:min-h-11"
                onClick={() => {
                  clearToasts();
                  setChosen(other.key);
                }}
              >
                {switchLabel(other, phones.length > 1)}
              </button>
            </li>
          ))}
        <li>
          <button type="button" className="text-link py-1 max-sm:min-h-11" onClick={() => void signOut()}>
            Use a different account
          </button>
        </li>
      </ul>
    </AuthCard>
  );
}

function Challenge(props: {
  method: MfaMethod;
  onSubmitting?: (submitting: boolean) => void;
  onDone: () => void;
}) {
  const { method, ...rest } = props;
  switch (method.kind) {
    case 'app':
      return <AppChallenge factors={method.factors} {...rest} />;
    case 'key':
      return <KeyChallenge factor={method.factor} {...rest} />;
    case 'phone':
      return <PhoneChallenge factor={method.factor} {...rest} />;
    default:
      return <RecoveryCodeForm {...rest} />;
  }
}

/** Shows the last digits only when there are several phones. */
function switchLabel(method: MfaMethod, severalPhones: boolean): string {
  switch (method.kind) {
    case 'app':
      return 'Use the authenticator app instead';
    case 'key':
      return `Use ${method.factor.friendly_name || 'your security key'} instead`;
    case 'phone':
      return severalPhones
        ? `Get a text message at …${getLastDigits(method.factor)} instead`
        : 'Get a text message instead';
    default:
      return 'Use a recovery code instead';
  }
}
