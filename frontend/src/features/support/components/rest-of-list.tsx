import { sentenceOf } from '../../../lib/api/messages';
import { Button } from '../../../ui/button';
import { Notice } from '../../../ui/notice';
import type { usePages } from '../use-pages';

type List = Pick<ReturnType<typeof usePages>, 'hasMore' | 'loadingMore' | 'moreFault' | 'loadMore'>;

/** Below a list: the way to its next page, and why that one did not come. */
export function RestOfList({ list }: { list: List }) {
  return (
    <>
      {list.moreFault ? (
        <Notice tone="danger" className="mt-4">
          <p>{sentenceOf(list.moreFault)}</p>
        </Notice>
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
