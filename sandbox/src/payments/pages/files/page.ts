/** Returns an element that must exist. */
export function byId<T extends HTMLElement>(id: string): T {
  const found = document.getElementById(id);
  if (!found) throw new Error(`Element #${id} not found`);
  return found as T;
}

export function money(amount: number, currency: string): string {
  return new Intl.NumberFormat('en-US', { style: 'currency', currency }).format(amount / 100);
}

/** Creates an element with text content. The text is never parsed as HTML. */
export function createElement(tag: string, text: string, className = ''): HTMLElement {
  const element = document.createElement(tag);
  element.textContent = text;
  if (className !== '') element.className = className;
  return element;
}

/** Fetches JSON. Rejects with an error message to show to the user. */
export async function fetchJson<T>(path: string, request?: RequestInit): Promise<T> {
  const response = await fetch(path, request);
  const body = (await response.json()) as T & { error?: { message: string }; message?: string };
  if (!response.ok)
    throw new Error(body.error?.message ?? body.message ?? 'Something went wrong. Try again.');
  return body;
}

/** The part of the browser library that the hosted pages use. */
export interface StripeForPages {
  elements(): {
    create(type: 'card'): {
      mount(target: string): void;
      on(name: string, listener: (event: ChangeEvent) => void): void;
    };
  };
  createPaymentMethod(
    options: object,
  ): Promise<{ paymentMethod?: { id: string }; error?: { message: string } }>;
  confirmCardPayment(secret: string, data: object): Promise<PaymentOutcome>;
  handleNextAction(options: { clientSecret: string }): Promise<PaymentOutcome>;
}

export interface PaymentOutcome {
  paymentIntent?: { status: string };
  error?: { message: string };
}

interface ChangeEvent {
  error?: { message: string };
}

export function openStripe(key: string): StripeForPages {
  return (window as unknown as { Stripe: (key: string) => StripeForPages }).Stripe(key);
}

/** Shows an error and announces it to screen readers. An empty text hides it. */
export function showError(text: string): void {
  const errorBox = byId('error');
  errorBox.textContent = text;
  errorBox.hidden = text === '';
}
