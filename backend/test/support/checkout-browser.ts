import { prepareBody, type Purchase } from './purchase.js';
import { payWithCard, type ApiResponse, type PaymentFixture } from './payment-fixture.js';

/** What the page holds of a payment intent. */
export interface HeldIntent {
  clientSecret: string;
  paymentIntentId: string;
}

/** One browser at the checkout: all of its tabs share the cookie it keeps. */
export class CheckoutBrowser {
  constructor(
    private readonly shop: PaymentFixture,
    /** `name=value` of the checkout cookie. */
    public cookie?: string,
    private readonly headers: Record<string, string> = {},
  ) {}

  /** Calls a function with the cookie, and keeps the one that the response sets. */
  async call(name: string, body: object, headers: Record<string, string> = {}): Promise<ApiResponse> {
    const response = await this.callWithoutKeeping(name, body, headers);
    this.cookie = cookieOf(response) ?? this.cookie;
    return response;
  }

  /** Like {@link call}, but the response is lost on the way. */
  callWithoutKeeping(name: string, body: object, headers: Record<string, string> = {}): Promise<ApiResponse> {
    return this.shop.call(name, body, {
      ...this.headers,
      ...headers,
      ...(this.cookie ? { Cookie: this.cookie } : {}),
    });
  }

  askForIntent({ amount, planName }: Purchase, headers: Record<string, string> = {}): Promise<ApiResponse> {
    return this.call('create-payment-intent', { amount, planName }, headers);
  }

  /** As the page does when its form loads. Throws unless an intent is given. */
  async open(purchase: Purchase, headers: Record<string, string> = {}): Promise<HeldIntent> {
    const response = await this.askForIntent(purchase, headers);
    if (response.status !== 200)
      throw new Error(`create-payment-intent: ${response.status} ${JSON.stringify(response.body)}`);
    return response.body as unknown as HeldIntent;
  }

  prepare(purchase: Purchase, { clientSecret }: { clientSecret: string }): Promise<ApiResponse> {
    return this.call('prepare-checkout', prepareBody(purchase, clientSecret));
  }

  /**
   * As the page does when the form is sent, and its buyer when told to send it once more: an intent that can no longer be prepared here
   * is replaced by a fresh one. Gives the intent to charge; throws for any other error.
   */
  async submit(purchase: Purchase, intent: HeldIntent): Promise<HeldIntent> {
    const first = await this.prepare(purchase, intent);
    if (first.status === 200) return intent;
    if (!/^checkout_(cookie_mismatch|replaced)$/.test(String(first.body.code)))
      throw new Error(`prepare-checkout: ${first.status} ${JSON.stringify(first.body)}`);
    const fresh = await this.open(purchase);
    const second = await this.prepare(purchase, fresh);
    if (second.status !== 200)
      throw new Error(`prepare-checkout, again: ${second.status} ${JSON.stringify(second.body)}`);
    return fresh;
  }

  charge({ email }: { email: string }, { clientSecret }: HeldIntent, number?: string) {
    return payWithCard(this.shop, clientSecret, { email, number });
  }

  process(purchase: Purchase, { paymentIntentId }: { paymentIntentId: string }): Promise<ApiResponse> {
    return this.call('process-payment', { paymentIntentId, ...purchase });
  }
}

/** `name=value` of the checkout cookie that a response sets. */
export function cookieOf({ headers }: { headers: Headers }): string | undefined {
  return headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0]!)
    .find((cookie) => /^(__Host-)?checkout=/.test(cookie));
}
