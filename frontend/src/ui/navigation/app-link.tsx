import type { ReactNode } from 'react';
import { buttonClass, type ButtonSize, type ButtonVariant } from '../buttons/button';
import { OutwardIcon } from '../icons/icons';

/** Opens the external application in a new tab. */
export function AppLink(props: {
  href: string;
  variant?: ButtonVariant;
  size?: ButtonSize;
  children: ReactNode;
}) {
  const { href, variant, size, children } = props;
  return (
    <a href={href} target="_blank" rel="noopener" className={buttonClass(variant, size)}>
      {children}
      <OutwardIcon className="size-4" />
      <span className="sr-only">(opens the app in a new tab)</span>
    </a>
  );
}
