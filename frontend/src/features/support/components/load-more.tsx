import { errorMessage } from '../../../lib/api/messages';
import { Button } from '../../../ui/buttons/button';
import { Callout } from '../../../ui/feedback/callout';
import type { usePages } from '../use-pages';

type List = Pick<ReturnType<typeof usePages>, 'hasMore' | 'loadingMore' | 'moreError' | 'loadMore'>;

/** The button that loads the next page, and its error. */
export function LoadMore({ list }: { list: List }) {
  return (
    <>
      {list.moreError ? (
        <Callout tone="danger" className="mt-4">
          <p>{errorMessage(list.moreError)}</p>
        </Callout>
      ) : null}
      {list.hasMore ? (
        <div className="mt-5 flex justify-center">
          <Button
            variant="outline"
            busyLabel={list.loadingMore && 'Loading...'}
            onClick={() => void list.loadMore()}
          >
            Load more
          </Button>
        </div>
      ) : null}
    </>
  );
}
