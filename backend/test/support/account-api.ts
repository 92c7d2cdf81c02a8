import type { AccountSubscriptionResponse, SubscriptionQuote } from '@subscription-site/shared/contracts';
import type { PaymentFixture } from './payment-fixture.js';
import { bearer, signIn } from './purchase.js';
import { callApi, type ApiRequest } from './call-api.js';
import { createSubscriber, soon, type Subscriber } from './subscribers.js';

type Headers = Record<string, string>;

/** A subscriber and the headers of their session. */
export type SignedInSubscriber = Subscriber & { headers: Headers };

/** What a customer does with their subscription on the account page, and where it shows. */
export function accountApi(product: PaymentFixture) {
  const call = <Body = Record<string, unknown>>(...request: ApiRequest) => callApi<Body>(product, ...request);
  /** For tests that advance the clock past the end of earlier sessions. */
  const openSession = async ({ email }: { email: string }): Promise<Headers> =>
    bearer((await signIn(product, email, 'correct horse')).token);
  const subjects = async ({ email }: { email: string }) =>
    (await product.emailsTo(email)).map(({ subject }) => subject);
  return {
    call,
    openSession,
    subjects,
    async subscribe(options?: Parameters<typeof createSubscriber>[1]): Promise<SignedInSubscriber> {
      const subscriber = await createSubscriber(product, options);
      return { ...subscriber, headers: await openSession(subscriber) };
    },
    async view(headers: Headers) {
      return (await call<AccountSubscriptionResponse>(headers, 'GET', 'account/v1/subscription')).body
        .subscription!;
    },
    async quote(headers: Headers, plan: string, interval: string) {
      const body = { plan, interval };
      return (await call<SubscriptionQuote>(headers, 'POST', 'account/v1/subscription/quotes', body)).body;
    },
    confirm: (headers: Headers, quoteId: string) =>
      call(headers, 'POST', 'account/v1/subscription/changes', { quoteId }),
    atProvider: (providerId: string) => product.stripe.subscriptions.retrieve(providerId),
    /** Waits for exactly one email with this subject. */
    receives: (subscriber: Subscriber, subject: string) =>
      soon(product, async () =>
        expect((await subjects(subscriber)).filter((found) => found === subject)).toEqual([subject]),
      ),
  };
}
