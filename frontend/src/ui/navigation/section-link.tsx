import { useLocation } from 'react-router-dom';
import { classNames } from '../class-names';
import { Link, useIsCurrent } from './link';

/**
 * A link of the navigation between the screens of a section. `below` is the path prefix of the other screens that it represents: its
 * own by default, none if false.
 */
export function SectionLink({ to, label, below }: { to: string; label: string; below?: string | false }) {
  const current = useAriaCurrent(to, below);
  return (
    <Link
      to={to}
      aria-current={current}
      className={classNames(
        'flex min-h-12 items-center px-4 text-small font-semibold whitespace-nowrap max-sm:px-2.5 max-sm:text-fine',
        current ? 'underline decoration-3 underline-offset-8' : 'text-ink-soft hover:text-ink',
      )}
    >
      {label}
    </Link>
  );
}

/** `aria-current` of a link to the first screen of a section, as for {@link SectionLink}. */
export function useAriaCurrent(to: string, below: string | false = to): 'page' | 'true' | undefined {
  const { pathname } = useLocation();
  const isCurrent = useIsCurrent();
  if (pathname === to) return 'page';
  return below !== false && isCurrent(below) ? 'true' : undefined;
}
