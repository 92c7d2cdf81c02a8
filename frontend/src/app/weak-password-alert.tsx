import { useLocation } from 'react-router-dom';
import type { User } from '../lib/session/auth-client';
import { clearWeakPassword, useWeakPassword } from '../lib/session/weak-password';
import { Button, buttonClass } from '../ui/buttons/button';
import { Link } from '../ui/navigation/link';
import { Callout } from '../ui/feedback/callout';

const SECURITY_PATH = '/account/security';

/**
 * Warns a user whose password no longer meets the rules, until it is changed or the alert is dismissed.
 * Hidden on the security page, which shows the warning itself.
 */
export function WeakPasswordAlert({ user }: { user: User }) {
  const { pathname } = useLocation();
  const message = useWeakPassword(user);
  if (!message || pathname === SECURITY_PATH) return null;
  return (
    <div className="mx-auto max-w-page px-5 pt-6">
      <Callout tone="marker" title="Your password is weak">
        <p>{message}</p>
        <div className="mt-3 flex flex-wrap gap-3">
          <Link to={SECURITY_PATH} className={buttonClass('outline', 'small')}>
            Change password
          </Link>
          <Button variant="quiet" size="small" onClick={clearWeakPassword}>
            Not now
          </Button>
        </div>
      </Callout>
    </div>
  );
}
