import { useEffect, useRef } from 'react';
import {
  infiniteQueryOptions,
  queryOptions,
  useQuery,
  useQueryClient,
  type QueryClient,
} from '@tanstack/react-query';
import type { AccountSubscriptionResponse, QuoteRequest } from '@subscription-site/shared/contracts';
import { isApiError } from '../../../lib/api/api-error';
import { fetchAccountSubscription } from '../../../lib/session/account-subscription';
import { awaitsActivation, hasEnded, isTransitioning, type Subscription } from '../subscription';
import { fetchCards, fetchInvoices, fetchRefundPreview, requestQuote } from './billing-api';

const POLL_TRANSITION_EVERY_MS = 2_000;
/** While something can change without the customer: a retry is pending, or the first card is being copied. */
const POLL_PENDING_EVERY_MS = 15_000;
const WAIT_MS = 15_000;
const WAIT_STEP_MS = 1_000;
/** Quotes are valid for 15 minutes. */
const KEEP_QUOTE_MS = 10 * 60_000;

export const billingKeys = {
  all: ['billing'],
  subscription: ['billing', 'subscription'],
  lists: ['billing', 'lists'],
  quote: ['quote'],
  refund: ['refund'],
} as const;

const subscriptionQuery = queryOptions({
  queryKey: billingKeys.subscription,
  queryFn: fetchAccountSubscription,
  refetchInterval: ({ state }) => pollingInterval(state.data?.subscription),
});

export const cardsQuery = queryOptions({ queryKey: [...billingKeys.lists, 'cards'], queryFn: fetchCards });

/** Fetched each time it is shown, but not after the refund, when there is nothing left to refund. */
export const refundPreviewQuery = queryOptions({
  queryKey: billingKeys.refund,
  queryFn: fetchRefundPreview,
  gcTime: 0,
});

export const invoicesQuery = infiniteQueryOptions({
  queryKey: [...billingKeys.lists, 'invoices'],
  queryFn: ({ pageParam }) => fetchInvoices(pageParam),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  select: ({ pages }) => pages.flatMap(({ items }) => items),
});

/**
 * Each quote is a new one at the payment provider, so it is requested only once per choice. If the change isn't possible, the
 * subscription is reloaded first: the plan may have changed in another tab.
 */
export const quoteQuery = (change: QuoteRequest) =>
  queryOptions({
    queryKey: [...billingKeys.quote, change.plan, change.interval],
    queryFn: async ({ client }) => {
      try {
        return await requestQuote(change);
      } catch (error) {
        if (isApiError(error, 'change_not_possible'))
          await client.invalidateQueries({ queryKey: billingKeys.subscription });
        throw error;
      }
    },
    staleTime: Infinity,
    gcTime: KEEP_QUOTE_MS,
    retry: false,
  });

function pollingInterval(subscription: Subscription | null | undefined): number | false {
  if (!subscription || hasEnded(subscription)) return false;
  if (isTransitioning(subscription) || awaitsActivation(subscription)) return POLL_TRANSITION_EVERY_MS;
  return (subscription.pastDue !== null || subscription.paymentMethod === null) && POLL_PENDING_EVERY_MS;
}

/** The subscription, kept up to date. When it changes, cards, invoices and quotes are reloaded. */
export function useSubscription() {
  const queryClient = useQueryClient();
  const query = useQuery(subscriptionQuery);
  const version = query.data && versionKey(query.data);
  const shown = useRef(version);
  useEffect(() => {
    const hasChanged = shown.current !== undefined && shown.current !== version;
    shown.current = version;
    if (!hasChanged) return;
    void queryClient.invalidateQueries({ queryKey: billingKeys.lists });
    // Quotes name the card, and their price depends on the plan. The one on the screen is replaced when it can't be confirmed.
    queryClient.removeQueries({ queryKey: billingKeys.quote, type: 'inactive' });
  }, [queryClient, version]);
  return query;
}

function versionKey({ subscription }: AccountSubscriptionResponse): string {
  if (!subscription) return 'none';
  const { status, plan, interval, pastDue, paymentMethod } = subscription;
  return [status, plan, interval, pastDue?.invoiceId, paymentMethod?.id].join();
}

/** Reloads everything about billing after a change. */
export function useReloadBilling(): () => Promise<void> {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: billingKeys.all });
}

/** Discards the quotes, because the subscription has changed or they have expired. */
export function useDiscardQuotes(): () => Promise<void> {
  const queryClient = useQueryClient();
  return () => queryClient.resetQueries({ queryKey: billingKeys.quote });
}

/**
 * Polls the subscription until it is as expected, because the payment provider reports a payment a moment after it was made. Returns
 * false if time runs out.
 */
export function waitForSubscription(
  queryClient: QueryClient,
  isExpected: (subscription: Subscription) => boolean,
  withinMs = WAIT_MS,
): Promise<boolean> {
  return poll(async () => {
    const { subscription } = await queryClient.fetchQuery({ ...subscriptionQuery, staleTime: 0 });
    return subscription !== null && isExpected(subscription);
  }, withinMs);
}

/** Polls the latest invoices until this one is no longer open. Returns false if time runs out. */
export function waitForInvoice(id: string): Promise<boolean> {
  return poll(async () => {
    const { items } = await fetchInvoices();
    return items.find((invoice) => invoice.id === id)?.status !== 'open';
  }, WAIT_MS);
}

async function poll(isDone: () => Promise<boolean>, withinMs: number): Promise<boolean> {
  const deadline = Date.now() + withinMs;
  while (Date.now() < deadline) {
    if (await isDone().catch(() => false)) return true;
    await new Promise((resolve) => setTimeout(resolve, WAIT_STEP_MS));
  }
  return false;
}
