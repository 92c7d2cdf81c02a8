import type { ReactNode } from 'react';
import { buttonClass } from '../../../ui/buttons/button';
import { EmptyState } from '../../../ui/feedback/empty-state';
import { Link } from '../../../ui/navigation/link';

/** Replaces a list whose filter matches nothing. The children say what to try. */
export function NoMatches(props: {
  name: string;
  /** Address of the list without a filter. */
  all?: string;
  children: ReactNode;
}) {
  const { name, all, children } = props;
  return (
    <EmptyState
      title={`No matching ${name}`}
      action={
        all ? (
          <Link to={all} className={buttonClass('outline')}>
            Show all {name}
          </Link>
        ) : null
      }
    >
      {children}
    </EmptyState>
  );
}
