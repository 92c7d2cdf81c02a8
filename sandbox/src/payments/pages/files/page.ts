/** An element of the page that is known to be there. */
export function byId<T extends HTMLElement>(id: string): T {
  const found = document.getElementById(id);
  if (!found) throw new Error(`The page has no #${id}.`);
  return found as T;
}

export function money(amount: number, currency: string): string {
  return new Intl.NumberFormat('en-US', { style: 'currency', currency }).format(amount / 100);
}

/** Makes an element with text; the text is never read as HTML. */
export function make(tag: string, text: string, className = ''): HTMLElement {
  const made = document.createElement(tag);
  made.textContent = text;
  if (className !== '') made.className = className;
  return made;
}

/** JSON of this page's own folder. Rejects with a sentence for a person. */
export async function fetchJson<T>(path: string, request?: RequestInit): Promise<T> {
  const response = await fetch(path, request);
  const body = (await response.json()) as T & { error?: { message: string }; message?: string };
  if (!response.ok) throw new Error(body.error?.message ?? body.message ?? 'That did not work.');
  return body;
}

/** The part of the browser's script that the hosted pages use. */
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

/** Shows what went wrong where screen readers announce it; an empty text takes it away. */
export function showTrouble(text: string): void {
  const trouble = byId('trouble');
  trouble.textContent = text;
  trouble.hidden = text === '';
}
