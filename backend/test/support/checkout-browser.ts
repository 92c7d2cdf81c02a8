import { prepareBody, type Purchase } from './purchase.js';
import { payWithCard, type ApiResponse, type PaymentFixture } from './payment-fixture.js';

/** What the checkout page knows about a payment intent. */
export interface PageIntent {
  clientSecret: string;
  paymentIntentId: string;
}

/** A browser at checkout: its tabs share the checkout cookie. */
export class CheckoutBrowser {
  constructor(
    private readonly product: PaymentFixture,
    /** `name=value` of the checkout cookie. */
    public cookie?: string,
    private readonly headers: Record<string, string> = {},
  ) {}

  /** Calls a function with the cookie, and stores the cookie that the response sets. */
  async call(name: string, body: object, headers: Record<string, string> = {}): Promise<ApiResponse> {
    const response = await this.callAndLoseResponse(name, body, headers);
    this.cookie = getCheckoutCookie(response) ?? this.cookie;
    return response;
  }

  /** Like {@link call}, but ignores the cookie, as if the response were lost. */
  callAndLoseResponse(
    name: string,
    body: object,
    headers: Record<string, string> = {},
  ): Promise<ApiResponse> {
    return this.product.callFunction(name, body, {
      ...this.headers,
      ...headers,
      ...(this.cookie ? { Cookie: this.cookie } : {}),
    });
  }

  requestIntent({ amount, planName }: Purchase, headers: Record<string, string> = {}): Promise<ApiResponse> {
    return this.call('create-payment-intent', { amount, planName }, headers);
  }

  /** What the page does when its form loads. Throws unless it gets an intent. */
  async open(purchase: Purchase, headers: Record<string, string> = {}): Promise<PageIntent> {
    const response = await this.requestIntent(purchase, headers);
    if (response.status !== 200)
      throw new Error(`create-payment-intent: ${response.status} ${JSON.stringify(response.body)}`);
    return response.body as unknown as PageIntent;
  }

  prepare(purchase: Purchase, { clientSecret }: { clientSecret: string }): Promise<ApiResponse> {
    return this.call('prepare-checkout', prepareBody(purchase, clientSecret));
  }

  /**
   * What the page does on submit, and what the buyer does on retry: an intent that can no longer be prepared is replaced.
   * Returns the intent to charge; throws on any other error.
   */
  async submit(purchase: Purchase, intent: PageIntent): Promise<PageIntent> {
    const first = await this.prepare(purchase, intent);
    if (first.status === 200) return intent;
    if (!/^checkout_(cookie_mismatch|replaced)$/.test(String(first.body.code)))
      throw new Error(`prepare-checkout: ${first.status} ${JSON.stringify(first.body)}`);
    const fresh = await this.open(purchase);
    const second = await this.prepare(purchase, fresh);
    if (second.status !== 200)
      throw new Error(`prepare-checkout retry: ${second.status} ${JSON.stringify(second.body)}`);
    return fresh;
  }

  charge({ email }: { email: string }, { clientSecret }: PageIntent, number?: string) {
    return payWithCard(this.product, clientSecret, { email, number });
  }

  process(
    purchase: Partial<Purchase>,
    { paymentIntentId }: { paymentIntentId: string },
  ): Promise<ApiResponse> {
    return this.call('process-payment', { paymentIntentId, ...purchase });
  }
}

/** `name=value` of the checkout cookie that a response sets. */
export function getCheckoutCookie({ headers }: { headers: Headers }): string | undefined {
  return headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0]!)
    .find((cookie) => /^(__Host-)?checkout=/.test(cookie));
}
