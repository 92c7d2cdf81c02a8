import { createContext, use, type ReactNode } from 'react';
import { Link } from './link';

/** Whether the site has a page at a path. */
export const KnownPages = createContext<(path: string) => boolean>(() => true);

/** A link to a page of this site, or plain text when the page does not exist. */
export function PageLink({ to, children, newTab }: { to: string; children: ReactNode; newTab?: boolean }) {
  const known = use(KnownPages);
  if (!known(to)) return <>{children}</>;
  return (
    <Link to={to} className="text-link" target={newTab ? '_blank' : undefined}>
      {children}
    </Link>
  );
}
