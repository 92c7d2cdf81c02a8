type Listener = (event: unknown) => void;
type Result = { paymentIntent?: object; setupIntent?: object; error?: object };

/** State of the mocked payment provider. */
export const stripeMock = {
  /** Whether the script can be loaded. */
  serves: true,
  hasCardElement: true,
  key: '',
  confirm: (): Result | Promise<Result> => ({ paymentIntent: { id: 'pi_1', status: 'succeeded' } }),
  retrieve: (): Result | Promise<Result> => ({
    paymentIntent: { id: 'pi_1', status: 'requires_payment_method' },
  }),
  setUp: (): Result | Promise<Result> => ({
    setupIntent: { id: 'seti_1', status: 'succeeded', payment_method: 'pm_new' },
  }),
  /** The customer's bank asks them to confirm. */
  handleNextAction: (): Result | Promise<Result> => ({ paymentIntent: { id: 'pi_1', status: 'succeeded' } }),
  confirmed: [] as { clientSecret: string; billing: { name: string; email: string } }[],
  retrieved: [] as string[],
  /** Client secrets of the cards and payments that the customer confirmed. */
  setupSecrets: [] as string[],
  actionSecrets: [] as string[],
};
const DEFAULTS = { ...stripeMock };

/** Resets to a provider that accepts every card. */
export function resetStripe(): void {
  Object.assign(stripeMock, DEFAULTS, { confirmed: [], retrieved: [], setupSecrets: [], actionSecrets: [] });
}

/** The card element with one input per part of the card. */
function cardElement() {
  const listeners = new Map<string, Set<Listener>>();
  let container: Element | undefined;
  const notify = (name: string, event: unknown) =>
    listeners.get(name)?.forEach((listener) => listener(event));
  const report = () => {
    const values = [...(container?.querySelectorAll('input') ?? [])].map((input) => input.value);
    const complete = values.every(Boolean);
    notify('change', { elementType: 'card', complete, empty: !values.some(Boolean), error: undefined });
  };
  return {
    mount(node: Element) {
      container = node;
      for (const label of ['Card number', 'Expiration date', 'CVC']) {
        const input = document.createElement('input');
        input.setAttribute('aria-label', label);
        input.addEventListener('input', report);
        node.append(input);
      }
      setTimeout(() => notify('ready', undefined));
    },
    destroy: () => container?.replaceChildren(),
    on: (name: string, listener: Listener) => {
      listeners.set(name, (listeners.get(name) ?? new Set()).add(listener));
    },
    off: (name: string, listener: Listener) => listeners.get(name)?.delete(listener),
    update: () => {},
    focus: () => container?.querySelector('input')?.focus(),
  };
}

function Stripe(key: string) {
  stripeMock.key = key;
  return {
    elements() {
      let element: ReturnType<typeof cardElement> | undefined;
      return {
        create: () => (element = cardElement()),
        getElement: () => (stripeMock.hasCardElement ? element : null),
        update: () => {},
      };
    },
    createToken: () => {},
    createPaymentMethod: () => {},
    async confirmCardPayment(
      clientSecret: string,
      data: { payment_method: { billing_details: { name: string; email: string } } },
    ) {
      stripeMock.confirmed.push({ clientSecret, billing: data.payment_method.billing_details });
      return stripeMock.confirm();
    },
    async confirmCardSetup(clientSecret: string) {
      stripeMock.setupSecrets.push(clientSecret);
      return stripeMock.setUp();
    },
    async handleNextAction({ clientSecret }: { clientSecret: string }) {
      stripeMock.actionSecrets.push(clientSecret);
      return stripeMock.handleNextAction();
    },
    async retrievePaymentIntent(clientSecret: string) {
      stripeMock.retrieved.push(clientSecret);
      return stripeMock.retrieve();
    },
  };
}
Stripe.version = 'endive';

/** Emulates loading the script, because jsdom loads none. */
new MutationObserver((records) => {
  for (const node of records.flatMap((record) => [...record.addedNodes])) {
    if (!(node instanceof HTMLScriptElement) || !node.src.endsWith('/stripe.js')) continue;
    if (stripeMock.serves) Object.assign(window, { Stripe });
    node.dispatchEvent(new Event(stripeMock.serves ? 'load' : 'error'));
  }
}).observe(document.head, { childList: true });
