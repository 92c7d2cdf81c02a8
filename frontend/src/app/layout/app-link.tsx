import { siteConfig } from '../../lib/config/site-config';
import { useAuth } from '../../lib/session/auth-context';
import { buttonClass } from '../../ui/buttons/button';
import { OutwardIcon } from '../../ui/icons/icons';

/** Opens the external application in a new tab, where visitors sign in. */
export function AppLink({ className }: { className?: string }) {
  const { user } = useAuth();
  return (
    <a
      href={siteConfig().appUrl}
      target="_blank"
      rel="noopener"
      className={buttonClass('quiet', 'medium', className)}
    >
      {user ? 'Open app' : 'Login'}
      <OutwardIcon className="size-4" />
      <span className="sr-only">{user ? '(in a new tab)' : '(opens the app in a new tab)'}</span>
    </a>
  );
}
