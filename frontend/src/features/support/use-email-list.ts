import { useCallback, useState } from 'react';
import type { EmailFilter, EmailListItem } from '@subscription-site/shared/contracts';
import { useLoad } from '../../lib/use-load';
import { fetchEmails } from './api/support-api';

interface More {
  key: string;
  items: readonly EmailListItem[];
  cursor: string | null;
  busy: boolean;
  fault?: unknown;
}

/** The mails that match, page after page. Another filter, or `reload`, starts from the top. */
export function useEmailList(filter: EmailFilter) {
  const key = JSON.stringify(filter);
  const first = useLoad(key, () => fetchEmails(filter));
  const [more, setMore] = useState<More>();
  const later = more?.key === key ? more : undefined;
  const cursor = later ? later.cursor : (first.value?.nextCursor ?? null);

  const loadMore = async () => {
    if (!cursor || later?.busy) return;
    const sofar = later?.items ?? [];
    setMore({ key, items: sofar, cursor, busy: true });
    try {
      const page = await fetchEmails(filter, cursor);
      setMore({ key, items: [...sofar, ...page.items], cursor: page.nextCursor, busy: false });
    } catch (fault) {
      setMore({ key, items: sofar, cursor, busy: false, fault });
    }
  };
  const { reload: reloadFirst } = first;
  const reload = useCallback(async () => {
    setMore(undefined);
    await reloadFirst();
  }, [reloadFirst]);

  return {
    status: first.status,
    fault: first.fault,
    items: first.value ? [...first.value.items, ...(later?.items ?? [])] : [],
    hasMore: cursor !== null,
    loadingMore: later?.busy ?? false,
    moreFault: later?.fault,
    loadMore,
    reload,
  };
}
