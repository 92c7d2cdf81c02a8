import { queryOptions } from '@tanstack/react-query';
import { fetchAccountSubscription } from '../../../lib/session/account-subscription';
import { fetchDeletion, fetchExport } from './privacy-api';

const POLL_PENDING_EVERY_MS = 3_000;
/** The deletion may be undone in another tab, or the download may expire. */
const POLL_EVERY_MS = 30_000;

export const exportQuery = queryOptions({
  queryKey: ['privacy', 'export'],
  queryFn: fetchExport,
  refetchInterval: ({ state }) => {
    if (state.data?.status === 'pending') return POLL_PENDING_EVERY_MS;
    return state.data ? POLL_EVERY_MS : false;
  },
});

export const deletionQuery = queryOptions({
  queryKey: ['privacy', 'deletion'],
  queryFn: fetchDeletion,
  refetchInterval: POLL_EVERY_MS,
});

/** The plan that the deletion would end; null if there is none. */
export const planQuery = queryOptions({
  queryKey: ['privacy', 'plan'],
  queryFn: async () => {
    const { subscription } = await fetchAccountSubscription();
    return subscription?.endedAt === null ? subscription : null;
  },
});
