import type Stripe from 'stripe';
import { callStripe } from './stripe-client.js';

interface After {
  limit: number;
  starting_after?: string;
}

/** The pages of a list at the provider. */
export async function* paginate<T extends { id: string }>(
  list: (after: After) => Promise<Stripe.ApiList<T>>,
): AsyncIterable<T[]> {
  let page: Stripe.ApiList<T>;
  let after: After = { limit: 100 };
  do {
    page = await callStripe(() => list(after));
    yield page.data;
    after = { limit: 100, starting_after: page.data.at(-1)?.id };
  } while (page.has_more);
}
