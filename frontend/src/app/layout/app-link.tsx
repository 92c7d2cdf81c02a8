import { siteConfig } from '../../lib/config/site-config';
import { buttonClass } from '../../ui/button';
import { OutwardIcon } from '../../ui/icons';

/** Opens the external application in a new tab. */
export function LoginLink({ className }: { className?: string }) {
  return (
    <a
      href={siteConfig().appUrl}
      target="_blank"
      rel="noopener"
      className={buttonClass('quiet', 'medium', className)}
    >
      Login
      <OutwardIcon className="size-4" />
      <span className="sr-only">(opens the app in a new tab)</span>
    </a>
  );
}
