import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { errorMessage } from '../../../lib/api/messages';
import { Button } from '../../../ui/buttons/button';
import { Callout } from '../../../ui/feedback/callout';

interface LoadMoreProps {
  list: Pick<
    UseInfiniteQueryResult,
    'hasNextPage' | 'isFetchingNextPage' | 'isFetchNextPageError' | 'error' | 'fetchNextPage'
  >;
}

/** The button that loads the next page, and its error. */
export function LoadMore({ list }: LoadMoreProps) {
  return (
    <>
      {list.isFetchNextPageError ? (
        <Callout tone="danger" className="mt-4">
          <p>{errorMessage(list.error)}</p>
        </Callout>
      ) : null}
      {list.hasNextPage ? (
        <div className="mt-5 flex justify-center">
          <Button
            variant="outline"
            busyLabel={list.isFetchingNextPage && 'Loading...'}
            onClick={() => void list.fetchNextPage()}
          >
            Load more
          </Button>
        </div>
      ) : null}
    </>
  );
}
