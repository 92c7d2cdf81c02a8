import type { ReactNode } from 'react';
import type { UseInfiniteQueryResult, UseQueryResult } from '@tanstack/react-query';
import { isApiError } from '../../../lib/api/api-error';
import { ListSkeleton } from './list-skeleton';
import { LoadError } from './load-error';
import { LoadMore } from './load-more';

interface LoadedProps<T> {
  query: Pick<UseQueryResult<T>, 'isPending' | 'data' | 'error' | 'refetch'>;
  /** As in "The emails couldn't be loaded". */
  name: string;
  /** What a "not found" error is about, as in "Bucket not found". */
  missing?: string;
  children: (data: T) => ReactNode;
}

/** The data of a query. Until it is loaded, a placeholder, or an error with a retry button. */
export function Loaded<T>({ query, name, missing, children }: LoadedProps<T>) {
  const { isPending, data, error, refetch } = query;
  if (isPending) return <ListSkeleton label={`Loading ${name}...`} />;
  if (data !== undefined) return children(data);
  const title =
    missing && isApiError(error, 'not_found') ? `${missing} not found` : `The ${name} couldn’t be loaded`;
  return <LoadError title={title} error={error} onRetry={() => void refetch()} />;
}

interface LoadedListProps<T> extends LoadedProps<readonly T[]> {
  query: LoadedProps<readonly T[]>['query'] | UseInfiniteQueryResult<readonly T[]>;
  /** Replaces a list without items. */
  empty: ReactNode;
}

/** The items of a list, as {@link Loaded}. A list that is loaded page by page ends with a button for the next page. */
export function LoadedList<T>({ query, empty, children, ...loaded }: LoadedListProps<T>) {
  return (
    <Loaded query={query} {...loaded}>
      {(items) => (
        <div className="mt-6">
          {items.length > 0 ? children(items) : empty}
          {items.length > 0 && 'fetchNextPage' in query ? <LoadMore list={query} /> : null}
        </div>
      )}
    </Loaded>
  );
}
