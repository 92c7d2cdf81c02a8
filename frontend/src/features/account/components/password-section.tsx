import { useRef } from 'react';
import type { User } from '../../../lib/session/auth-client';
import { lacksPassword } from '../../../lib/session/person';
import { useWeakness } from '../../../lib/session/weak-password';
import { Notice } from '../../../ui/notice';
import { toastSuccess } from '../../../ui/toast';
import { regainFocus } from '../regain-focus';
import { NewPasswordForm } from './new-password-form';
import { SecuritySection } from './security-section';

/** A new password for the account, or its first one. */
export function PasswordSection({ account, onChanged }: { account: User; onChanged: () => Promise<void> }) {
  const weakness = useWeakness(account);
  const first = lacksPassword(account);
  const heading = useRef<HTMLHeadingElement>(null);
  const changed = async () => {
    toastSuccess({
      title: first ? 'Password set' : 'Password changed',
      description: 'All other devices have been signed out.',
    });
    await onChanged();
    regainFocus(heading.current);
  };
  return (
    <SecuritySection
      headingRef={heading}
      title="Password"
      lead={
        first
          ? "This account doesn't have a password yet. Set one to sign in with it."
          : 'Changing your password signs you out on all other devices.'
      }
    >
      <div className="grid max-w-form gap-6">
        {weakness ? (
          <Notice tone="marker" title="Your current password is weak">
            <p>{weakness}</p>
          </Notice>
        ) : null}
        <NewPasswordForm
          email={account.email ?? ''}
          press={first ? 'Set password' : 'Change password'}
          onChanged={() => void changed()}
        />
      </div>
    </SecuritySection>
  );
}
