import { ApiClient, type ApiError, type Intent } from './api-client.ts';
import { CardElement, integrationError, type CardData } from './card-element.ts';
import {
  confirmIntent,
  handleNextAction,
  retrieveIntent,
  type ConfirmationResult,
  type IntentKind,
} from './confirmation.ts';
import { Elements } from './elements.ts';

interface BillingDetails {
  name?: string;
  email?: string;
  phone?: string;
  address?: object;
}

interface CardMethod {
  card: CardElement | { token: string };
  billing_details?: BillingDetails;
  metadata?: object;
}

interface ConfirmData {
  payment_method?: string | CardMethod;
  receipt_email?: string;
  setup_future_usage?: string;
  shipping?: object;
  return_url?: string;
}

interface ConfirmPaymentOptions {
  elements?: Elements;
  clientSecret?: string;
  confirmParams?: {
    return_url?: string;
    payment_method?: string;
    payment_method_data?: { billing_details?: BillingDetails };
  };
  redirect?: 'always' | 'if_required';
}

type ErrorResult = { error: ApiError };

/** The object returned by `Stripe(key)`. Returns declines and network errors as `error`; only throws on incorrect use. */
class StripeInstance {
  readonly _keyMode: string;
  private readonly api: ApiClient;
  private readonly groups: Elements[] = [];

  constructor(base: string, key: string) {
    this.api = new ApiClient(base, key);
    this._keyMode = 'test';
  }

  elements(options?: { clientSecret?: string }): Elements {
    const group = new Elements(options);
    this.groups.push(group);
    return group;
  }

  async confirmCardPayment(
    clientSecret: string,
    data: ConfirmData = {},
    { handleActions = true }: { handleActions?: boolean } = {},
  ): Promise<object> {
    return namedResult(
      'paymentIntent',
      await this.confirmWithCard('payment', clientSecret, data, handleActions),
    );
  }

  async confirmCardSetup(clientSecret: string, data: ConfirmData = {}): Promise<object> {
    return namedResult('setupIntent', await this.confirmWithCard('setup', clientSecret, data, true));
  }

  async confirmPayment(options: ConfirmPaymentOptions): Promise<object> {
    return namedResult('paymentIntent', await this.confirmWithElements('payment', options));
  }

  async confirmSetup(options: ConfirmPaymentOptions): Promise<object> {
    return namedResult('setupIntent', await this.confirmWithElements('setup', options));
  }

  async handleNextAction({ clientSecret }: { clientSecret: string }): Promise<object> {
    const kind: IntentKind = clientSecret.startsWith('seti_') ? 'setup' : 'payment';
    const found = await retrieveIntent(this.api, kind, clientSecret);
    return namedResult(
      `${kind}Intent`,
      found.error ? found : await handleNextAction(this.api, kind, found.value),
    );
  }

  handleCardAction(clientSecret: string): Promise<object> {
    return this.handleNextAction({ clientSecret });
  }

  async retrievePaymentIntent(clientSecret: string): Promise<object> {
    const { value, error } = await retrieveIntent(this.api, 'payment', clientSecret);
    return error ? { error } : { paymentIntent: value };
  }

  async retrieveSetupIntent(clientSecret: string): Promise<object> {
    const { value, error } = await retrieveIntent(this.api, 'setup', clientSecret);
    return error ? { error } : { setupIntent: value };
  }

  async createPaymentMethod(
    options: CardMethod & { elements?: Elements; params?: { billing_details?: BillingDetails } },
  ): Promise<object> {
    const card = options.elements ? this.readGroup(options.elements) : this.readCard(options.card);
    if ('error' in card) return card;
    const { value, error } = await this.api.post<object>('v1/payment_methods', {
      type: 'card',
      card,
      billing_details: options.params?.billing_details ?? options.billing_details,
      metadata: options.metadata,
    });
    return error ? { error } : { paymentMethod: value };
  }

  async createToken(element: CardElement): Promise<object> {
    const card = this.readCard(element);
    if ('error' in card) return card;
    const { value, error } = await this.api.post<object>('v1/tokens', { card });
    return error ? { error } : { token: value };
  }

  registerAppInfo(): void {}

  _registerWrapper(): void {}

  private async confirmWithCard(
    kind: IntentKind,
    clientSecret: string,
    { payment_method: method, ...data }: ConfirmData,
    handleActions: boolean,
  ): Promise<ConfirmationResult> {
    assertClientSecret(clientSecret);
    if (typeof method !== 'object') {
      return confirmIntent(this.api, kind, clientSecret, { ...data, payment_method: method }, handleActions);
    }
    const card = this.readCard(method.card);
    if ('error' in card) return card;
    const { billing_details, metadata } = method;
    const values = { ...data, payment_method_data: { type: 'card', card, billing_details, metadata } };
    return confirmIntent(this.api, kind, clientSecret, values, handleActions);
  }

  private async confirmWithElements(
    kind: IntentKind,
    options: ConfirmPaymentOptions,
  ): Promise<ConfirmationResult> {
    const { elements, confirmParams = {}, redirect = 'always' } = options;
    const clientSecret = options.clientSecret ?? elements?.clientSecret ?? '';
    assertClientSecret(clientSecret);
    const { payment_method: method, return_url: returnUrl, payment_method_data: data } = confirmParams;
    let values: object = { payment_method: method };
    if (elements && method === undefined) {
      const card = this.readGroup(elements);
      if ('error' in card) return card;
      values = { payment_method_data: { type: 'card', card, billing_details: data?.billing_details } };
    }
    const confirmed = await confirmIntent(this.api, kind, clientSecret, values, true);
    if (confirmed.error || redirect === 'if_required' || returnUrl === undefined) return confirmed;
    window.location.assign(redirectUrl(returnUrl, kind, confirmed.intent));
    return new Promise(() => undefined);
  }

  private readCard(card: CardElement | { token: string }): CardData | { token: string } | ErrorResult {
    if (!(card instanceof CardElement)) return card;
    if (!card.isMounted) {
      throw integrationError(
        'We could not retrieve data from the specified Element. Please make sure the Element you are attempting to use is still mounted.',
      );
    }
    const group = this.groups.find((candidate) => candidate.has(card));
    return group ? this.readGroup(group) : card.data;
  }

  private readGroup(group: Elements): CardData | ErrorResult {
    const error = group.validateAll();
    return error ? { error } : group.data;
  }
}

function namedResult(name: string, { intent, error }: ConfirmationResult): object {
  return error ? { error } : { [name]: intent };
}

function assertClientSecret(clientSecret: string): void {
  if (!/^(pi|seti)_\w+_secret_\w+$/.test(clientSecret)) {
    throw integrationError(
      'Invalid value for the client secret: it should be a string of the form ${id}_secret_${secret}.',
    );
  }
}

function redirectUrl(returnUrl: string, kind: IntentKind, intent: Intent): string {
  const url = new URL(returnUrl, window.location.href);
  url.searchParams.set(`${kind}_intent`, intent.id);
  url.searchParams.set(`${kind}_intent_client_secret`, intent.client_secret);
  url.searchParams.set('redirect_status', intent.status);
  return url.href;
}

/** Base URL of this script. The sandbox can be served under a path prefix of another origin. */
function scriptBaseUrl(): string {
  const script = document.currentScript;
  const source =
    script instanceof HTMLScriptElement && script.src !== '' ? script.src : window.location.origin;
  return new URL('.', source).href;
}

const base = scriptBaseUrl();

function createStripe(key: string): StripeInstance {
  if (typeof key !== 'string' || key === '') {
    throw integrationError('Missing value for Stripe(): apiKey should be a string.');
  }
  return new StripeInstance(base, key);
}

Object.assign(window, { Stripe: Object.assign(createStripe, { version: 'endive' }) });
