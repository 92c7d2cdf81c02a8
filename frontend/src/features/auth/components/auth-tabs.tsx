import { useState } from 'react';
import { useSignInMethods } from '../../../lib/session/sign-in-methods';
import { Tabs } from '../../../ui/navigation/tabs';
import type { FormError } from '../../../ui/forms/use-submit';
import { useAuthParams } from '../return-path';
import { ProviderButtons } from './provider-buttons';
import { SignInForm } from './sign-in-form';
import { SignUpForm } from './sign-up-form';

export type AuthTab = 'sign-up' | 'sign-in';

/** Sign-up and sign-in tabs that share the email address. */
export function AuthTabs(props: {
  selected: AuthTab;
  onSelect: (tab: AuthTab) => void;
  email: string;
  onSubmitting: (submitting: boolean) => void;
  onRegistered: (email: string) => void;
  onSignedIn: () => void;
}) {
  const { selected, onSelect, onSubmitting, onRegistered, onSignedIn } = props;
  const [email, setEmail] = useState(props.email);
  const [reason, setReason] = useState<FormError>();
  const methods = useSignInMethods();
  const { returnTo } = useAuthParams();
  return (
    <Tabs<AuthTab>
      label="Sign up or sign in"
      selected={selected}
      onSelect={onSelect}
      tabs={[
        {
          key: 'sign-up',
          label: 'Sign Up',
          panel: (
            <SignUpForm
              email={email}
              onEmail={setEmail}
              onSubmitting={onSubmitting}
              onRegistered={onRegistered}
              onExists={(formError) => {
                setReason({ ...formError });
                onSelect('sign-in');
              }}
            >
              {methods.providers.length > 0 ? (
                <div className="border-t border-rule pt-5">
                  <ProviderButtons providers={methods.providers} returnTo={returnTo} />
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
              onSubmitting={onSubmitting}
              onSignedIn={onSignedIn}
              reason={reason}
              methods={methods}
              returnTo={returnTo}
            />
          ),
        },
      ]}
    />
  );
}
