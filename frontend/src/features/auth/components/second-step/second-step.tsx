import { useState } from 'react';
import type { User } from '../../../lib/session/auth-client';
import { failureOf } from '../../../lib/session/auth-failure';
import { useAuth } from '../../../lib/session/auth-context';
import { useScreenTitle } from '../../../lib/browser/page-title';
import { Card } from '../../../ui/card';
import { CodeForm } from '../../../ui/code-form';
import { toastSuccess } from '../../../ui/toast';
import type { Problem } from '../../../ui/use-submission';
import { AuthLayout } from './auth-layout';
import { RecoveryCodeForm } from './recovery-code-form';

export interface SecondStepProps {
  user: User;
  onActing?: (acting: boolean) => void;
  /** Signed in in full. */
  onDone?: () => void;
}

const REFUSED = 'Sign in failed';
const WRONG =
  'That code is not right. Type the one your app shows now. If it goes on, check your phone’s clock.';

/** The second step of signing in: the code of the moment, or a recovery code. The way back signs out. */
export function SecondStep({ user, onActing, onDone }: SecondStepProps) {
  const { connect, signOut } = useAuth();
  const apps = (user.factors ?? []).filter(
    ({ status, factor_type }) => status === 'verified' && factor_type === 'totp',
  );
  const [way, setWay] = useState<'app' | 'recovery'>(apps.length > 0 ? 'app' : 'recovery');
  useScreenTitle('Enter your code');

  const show = async (code: string): Promise<Problem | undefined> => {
    onActing?.(true);
    const client = await connect();
    let failure;
    for (const { id: factorId } of apps) {
      failure = failureOf((await client.mfa.challengeAndVerify({ factorId, code })).error);
      if (failure?.code !== 'mfa_verification_failed') break;
    }
    if (!failure) return undefined;
    onActing?.(false);
    // Taken away meanwhile, by support or on another device: what the account asks for is read anew.
    if (failure.code === 'mfa_factor_not_found') await client.refreshSession();
    if (failure.code === 'session_not_found') await signOut();
    const description = failure.code === 'mfa_verification_failed' ? WRONG : failure.message;
    return { title: REFUSED, description };
  };
  const done = () => {
    toastSuccess({ title: 'Welcome back!', description: "You've successfully signed in." });
    onDone?.();
  };

  return (
    <AuthLayout
      title={way === 'app' ? 'Enter your code' : 'Enter a recovery code'}
      lead={
        <>
          Two-step sign-in is on for <span className="wrap-anywhere">{user.email}</span>.
        </>
      }
    >
      <Card>
        {way === 'app' ? (
          <CodeForm
            title="Second step"
            label="Code"
            hint="The six digits that your authenticator app shows now."
            press="Sign In"
            doneLabel="Redirecting..."
            send={show}
            onDone={done}
          />
        ) : (
          <RecoveryCodeForm onActing={onActing} onDone={done} />
        )}
        <ul className="mt-6 grid gap-3 border-t border-rule pt-5 text-small">
          {apps.length > 0 ? (
            <li>
              <button
                type="button"
                className="inked"
                onClick={() => setWay(way === 'app' ? 'recovery' : 'app')}
              >
                {way === 'app' ? 'Use a recovery code instead' : 'Use the authenticator app instead'}
              </button>
            </li>
          ) : null}
          <li>
            <button type="button" className="inked" onClick={() => void signOut()}>
              Use another account
            </button>
          </li>
        </ul>
      </Card>
    </AuthLayout>
  );
}
