import { useLocation } from 'react-router-dom';
import { siteConfig } from '../../lib/config/site-config';
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

interface Props {
  large?: boolean;
  onClick?: () => void;
}

/** For visitors, except while they're buying. */
export function GetStartedLink({ large, onClick }: Props) {
  if (useLocation().pathname === '/checkout') return null;
  return (
    <Link to="/pricing" onClick={onClick} className={buttonClass('ink', large ? 'large' : 'medium')}>
      Get Started
    </Link>
  );
}

/** For signed-in users. */
export function OpenAppLink({ large }: Props) {
  return (
    <a
      href={siteConfig().appUrl}
      target="_blank"
      rel="noopener"
      className={buttonClass('ink', large ? 'large' : 'medium')}
    >
      Open app
      <OutwardIcon className="size-4" />
      <span className="sr-only">(in a new tab)</span>
    </a>
  );
}
