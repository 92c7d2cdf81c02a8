import { siteConfig } from '../../lib/config/site-config';
import { useAuth } from '../../lib/session/auth-context';
import { buttonClass } from '../../ui/buttons/button';
import { OutwardIcon } from '../../ui/icons/icons';
import { Link } from '../../ui/navigation/link';

/** Opens the external application in a new tab, where visitors sign in. */
export function LoginLink({ className }: { className?: string }) {
  return (
    <a href={siteConfig().appUrl} target="_blank" rel="noopener" className={className}>
      Login
      <OutwardIcon className="size-4" />
      <span className="sr-only">(opens the app in a new tab)</span>
    </a>
  );
}

/** "Get Started" for visitors, "Open app" for signed-in users. */
export function PrimaryLink(props: { large?: boolean; onClick?: () => void }) {
  const { user } = useAuth();
  const className = buttonClass('ink', props.large ? 'large' : 'medium');
  if (!user)
    return (
      <Link to="/pricing" onClick={props.onClick} className={className}>
        Get Started
      </Link>
    );
  return (
    <a href={siteConfig().appUrl} target="_blank" rel="noopener" className={className}>
      Open app
      <OutwardIcon className="size-4" />
      <span className="sr-only">(in a new tab)</span>
    </a>
  );
}
