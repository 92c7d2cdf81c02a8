import { useCallback, useState } from 'react';
import { useLoad } from '../../lib/use-load';

/** A page of a list; `nextCursor` is null on the last page. */
export interface ListPage<T> {
  items: readonly T[];
  nextCursor: string | null;
}

interface More<T> {
  key: string;
  items: readonly T[];
  cursor: string | null;
  busy: boolean;
  error?: unknown;
}

/** A paginated list. A new `key` or `reload` starts from the top. */
export function usePages<T>(key: string, fetchPage: (cursor?: string) => Promise<ListPage<T>>) {
  const first = useLoad(key, () => fetchPage());
  const [more, setMore] = useState<More<T>>();
  const later = more?.key === key ? more : undefined;
  const cursor = later ? later.cursor : (first.value?.nextCursor ?? null);

  const loadMore = async () => {
    if (!cursor || later?.busy) return;
    const loaded = later?.items ?? [];
    setMore({ key, items: loaded, cursor, busy: true });
    try {
      const page = await fetchPage(cursor);
      setMore({ key, items: [...loaded, ...page.items], cursor: page.nextCursor, busy: false });
    } catch (error) {
      setMore({ key, items: loaded, cursor, busy: false, error });
    }
  };
  const { reload: reloadFirst } = first;
  const reload = useCallback(async () => {
    setMore(undefined);
    await reloadFirst();
  }, [reloadFirst]);

  return {
    status: first.status,
    error: first.error,
    items: first.value ? [...first.value.items, ...(later?.items ?? [])] : [],
    hasMore: cursor !== null,
    loadingMore: later?.busy ?? false,
    moreError: later?.error,
    loadMore,
    reload,
  };
}
