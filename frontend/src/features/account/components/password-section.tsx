import { useRef } from 'react';
import type { User } from '../../../lib/session/auth-client';
import { lacksPassword } from '../../../lib/session/user-metadata';
import { useWeakPassword } from '../../../lib/session/weak-password';
import { Callout } from '../../../ui/feedback/callout';
import { toastSuccess } from '../../../ui/feedback/toast';
import { useReloadAccount } from '../api/queries';
import { restoreFocus } from '../../../ui/focus/restore-focus';
import { NewPasswordForm } from './new-password-form';
import { TitledSection } from '../../../ui/layout/titled-section';

export function PasswordSection({ account }: { account: User }) {
  const reloadAccount = useReloadAccount();
  const weakMessage = useWeakPassword(account);
  const isFirst = lacksPassword(account);
  const heading = useRef<HTMLHeadingElement>(null);
  const changed = async () => {
    toastSuccess({
      title: isFirst ? 'Password set' : 'Password changed',
      description: 'All other devices have been signed out.',
    });
    await reloadAccount();
    restoreFocus(heading.current);
  };
  return (
    <TitledSection
      headingRef={heading}
      title="Password"
      lead={
        isFirst
          ? 'This account doesn’t have a password yet. Set one to sign in with it.'
          : 'Changing your password signs you out on all other devices.'
      }
    >
      <div className="grid max-w-form gap-6">
        {weakMessage ? (
          <Callout tone="marker" title="Your current password is weak">
            <p>{weakMessage}</p>
          </Callout>
        ) : null}
        <NewPasswordForm
          email={account.email ?? ''}
          asksCurrent={!isFirst}
          submitLabel={isFirst ? 'Set password' : 'Change password'}
          onChanged={() => void changed()}
        />
      </div>
    </TitledSection>
  );
}
