import { useState } from 'react';
import { useWaysIn } from '../../../lib/session/ways-in';
import { Tabs } from '../../../ui/tabs';
import type { Problem } from '../../../ui/use-submission';
import { useAuthArrival } from '../return-path';
import { ProviderButtons } from './provider-buttons';
import { SignInForm } from './sign-in-form';
import { SignUpForm } from './sign-up-form';

type TabKey = 'sign-up' | 'sign-in';

/** Both ways in. The address typed in one tab is there in the other. */
export function AuthTabs(props: {
  first: TabKey;
  email: string;
  onActing: (acting: boolean) => void;
  onRegistered: (email: string) => void;
  onSignedIn: () => void;
}) {
  const { onActing, onRegistered, onSignedIn } = props;
  const [selected, setSelected] = useState(props.first);
  const [email, setEmail] = useState(props.email);
  const [reason, setReason] = useState<Problem>();
  const ways = useWaysIn();
  const { returnTo } = useAuthArrival();
  return (
    <Tabs<TabKey>
      label="Sign up or sign in"
      selected={selected}
      onSelect={setSelected}
      tabs={[
        {
          key: 'sign-up',
          label: 'Sign Up',
          panel: (
            <SignUpForm
              email={email}
              onEmail={setEmail}
              onActing={onActing}
              onRegistered={onRegistered}
              onExists={(problem) => {
                setReason({ ...problem });
                setSelected('sign-in');
              }}
            >
              {ways.providers.length > 0 ? (
                <div className="border-t border-rule pt-5">
                  <ProviderButtons providers={ways.providers} returnTo={returnTo} />
                </div>
              ) : null}
            </SignUpForm>
          ),
        },
        {
          key: 'sign-in',
          label: 'Sign In',
          panel: (
            <SignInForm
              email={email}
              onEmail={setEmail}
              onActing={onActing}
              onSignedIn={onSignedIn}
              reason={reason}
              ways={ways}
              returnTo={returnTo}
            />
          ),
        },
      ]}
    />
  );
}
