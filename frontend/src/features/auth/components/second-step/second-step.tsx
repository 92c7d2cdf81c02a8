import { useState } from 'react';
import { useScreenTitle } from '../../../../lib/browser/screen-title';
import type { User } from '../../../../lib/session/auth-client';
import { useAuth } from '../../../../lib/session/auth-context';
import { endingOf } from '../../../../lib/session/factors';
import { Card } from '../../../../ui/card';
import { clearToasts, toastSuccess } from '../../../../ui/toast';
import { AuthLayout } from '../auth-layout';
import { AppStep } from './app-step';
import { KeyStep } from './key-step';
import { PhoneStep } from './phone-step';
import { RecoveryCodeForm } from './recovery-code-form';
import { waysOf, type SecondWay } from './ways';

export interface SecondStepProps {
  user: User;
  onActing?: (acting: boolean) => void;
  /** Signed in in full. */
  onDone?: () => void;
}

const TITLES: Record<SecondWay['kind'], string> = {
  app: 'Enter your code',
  key: 'Use your security key',
  phone: 'Get a code',
  recovery: 'Enter a recovery code',
};

/** The second step of signing in, in one of the ways that the account has. The way back signs out. */
export function SecondStep({ user, onActing, onDone }: SecondStepProps) {
  const { signOut } = useAuth();
  const [chosen, setChosen] = useState<string>();
  const ways = waysOf(user);
  const way = ways.find(({ key }) => key === chosen) ?? ways[0]!;
  const phones = ways.filter(({ kind }) => kind === 'phone');
  useScreenTitle(TITLES[way.kind]);
  const done = () => {
    toastSuccess({ title: 'Welcome back!', description: "You've successfully signed in." });
    onDone?.();
  };

  return (
    <AuthLayout
      title={TITLES[way.kind]}
      lead={
        <>
          Two-factor authentication is on for <span className="wrap-anywhere">{user.email}</span>.
        </>
      }
    >
      <Card>
        <Step key={way.key} way={way} onActing={onActing} onDone={done} />
        <ul className="mt-6 grid border-t border-rule pt-4 text-small max-sm:-mb-3 max-sm:pt-2 sm:gap-1">
          {ways
            .filter(({ key }) => key !== way.key)
            .map((other) => (
              <li key={other.key}>
                <button
                  type="button"
                  className="inked py-1 text-left wrap-anywhere max-sm:min-h-11"
                  onClick={() => {
                    clearToasts();
                    setChosen(other.key);
                  }}
                >
                  {insteadLabel(other, phones.length > 1)}
                </button>
              </li>
            ))}
          <li>
            <button type="button" className="inked py-1 max-sm:min-h-11" onClick={() => void signOut()}>
              Use another account
            </button>
          </li>
        </ul>
      </Card>
    </AuthLayout>
  );
}

function Step(props: { way: SecondWay; onActing?: (acting: boolean) => void; onDone: () => void }) {
  const { way, ...rest } = props;
  switch (way.kind) {
    case 'app':
      return <AppStep factors={way.factors} {...rest} />;
    case 'key':
      return <KeyStep factor={way.factor} {...rest} />;
    case 'phone':
      return <PhoneStep factor={way.factor} {...rest} />;
    default:
      return <RecoveryCodeForm {...rest} />;
  }
}

/** Numbers are told apart only where there are several. */
function insteadLabel(way: SecondWay, severalPhones: boolean): string {
  switch (way.kind) {
    case 'app':
      return 'Use the authenticator app instead';
    case 'key':
      return `Use ${way.factor.friendly_name || 'your security key'} instead`;
    case 'phone':
      return severalPhones
        ? `Get a text message at …${endingOf(way.factor)} instead`
        : 'Get a text message instead';
    default:
      return 'Use a recovery code instead';
  }
}
