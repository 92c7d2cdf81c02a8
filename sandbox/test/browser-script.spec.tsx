/**
 * @jest-environment jsdom
 */
import { CardElement, Elements, useElements, useStripe } from '@stripe/react-stripe-js';
import { loadStripe } from '@stripe/stripe-js/pure/index.js';
import type { Stripe, StripeCardElement, StripeCardElementChangeEvent } from '@stripe/stripe-js';
import { jest } from '@jest/globals';
import { act, StrictMode, useEffect } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { eventually } from './support/eventually.ts';
import { browserScript } from '../src/payments/pages/script.ts';

declare global {
  var IS_REACT_ACT_ENVIRONMENT: boolean;
}

let root: Root;
let stripe: Stripe;
let changes: StripeCardElementChangeEvent[];
let ready: StripeCardElement[];
let found: StripeCardElement | null;
const consoleErrors = jest.spyOn(console, 'error');
const warnings = jest.spyOn(console, 'warn');

function Form(): React.JSX.Element {
  const elements = useElements();
  const stripeInContext = useStripe();
  useEffect(() => {
    found = elements?.getElement(CardElement) ?? null;
  });
  return (
    <CardElement
      options={{ hidePostalCode: true, style: { base: { color: 'rgb(1, 2, 3)' } } }}
      onReady={(element) => ready.push(element)}
      onChange={(event) => changes.push(event)}
      className={stripeInContext ? 'with-stripe' : ''}
    />
  );
}

beforeAll(() => {
  globalThis.IS_REACT_ACT_ENVIRONMENT = true;
  const script = document.createElement('script');
  script.textContent = browserScript().text;
  document.head.append(script);
});

beforeEach(async () => {
  changes = [];
  ready = [];
  consoleErrors.mockClear();
  warnings.mockClear();
  document.body.replaceChildren(document.createElement('div'));
  stripe = (await loadStripe('pk_test_sandbox')) as Stripe;
  root = createRoot(document.body.firstElementChild as HTMLElement);
  act(() => {
    root.render(
      <StrictMode>
        <Elements stripe={stripe}>
          <Form />
        </Elements>
      </StrictMode>,
    );
  });
  await act(() =>
    eventually(
      () => ready.length,
      (count) => count > 0,
    ),
  );
});
afterEach(() => act(() => root.unmount()));

const input = (label: string): HTMLInputElement => {
  const caption = [...document.querySelectorAll('label')].find(({ textContent }) => textContent === label);
  return document.getElementById(caption?.htmlFor ?? '') as HTMLInputElement;
};

function type(label: string, text: string): void {
  const field = input(label);
  field.focus();
  for (const character of text) {
    field.setRangeText(character, field.selectionStart ?? 0, field.selectionEnd ?? 0, 'end');
    field.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertText', data: character }));
  }
}

describe('the script under the official packages', () => {
  it('works with loadStripe and React strict mode without warnings, and loads nothing else', () => {
    expect(consoleErrors).not.toHaveBeenCalled();
    expect(warnings).not.toHaveBeenCalled();
    expect(document.querySelectorAll('script[src]')).toHaveLength(0);
    expect(ready).toHaveLength(1);
    expect(found).toBe(ready[0]);
  });

  it('shows one card form with labeled inputs and a test mode note', () => {
    expect(document.querySelectorAll('input')).toHaveLength(3);
    expect(input('Card number').autocomplete).toBe('cc-number');
    expect(input('Expiration date').autocomplete).toBe('cc-exp');
    expect(input('CVC').autocomplete).toBe('cc-csc');
    expect(document.body.textContent).toContain('Test mode: no real card is charged');
    expect(document.querySelector('.StripeElement')?.classList).toContain('StripeElement--empty');
  });

  it('formats the input and moves the focus to the next field', () => {
    type('Card number', '4242424242424242');
    expect(document.activeElement).toBe(input('Expiration date'));
    type('Expiration date', '434');
    expect(document.activeElement).toBe(input('CVC'));
    type('CVC', '1234');

    expect(input('Card number').value).toBe('4242 4242 4242 4242');
    expect(input('Expiration date').value).toBe('04 / 34');
    expect(input('CVC').value).toBe('123');
    expect(changes.at(-1)).toMatchObject({
      elementType: 'card',
      complete: true,
      empty: false,
      brand: 'visa',
    });
    expect(changes.at(-1)?.error).toBeUndefined();
    expect(changes.at(-1)?.value).toEqual({ postalCode: '' });
  });

  it('reports an invalid number with the code and message of Stripe.js', () => {
    type('Card number', '4242424242424241');
    const numberError = changes.at(-1)?.error;
    const errorId = input('Card number').getAttribute('aria-describedby') ?? '';

    expect(numberError).toMatchObject({ type: 'validation_error', code: 'invalid_number' });
    expect(input('Card number').getAttribute('aria-invalid')).toBe('true');
    expect(document.getElementById(errorId)?.textContent).toBe('Your card number is invalid.');
    expect(document.querySelector('.StripeElement')?.classList).toContain('StripeElement--invalid');
  });

  it('rejects a payment with incomplete input and focuses the incomplete field', async () => {
    type('Card number', '4242');

    const result = await stripe.confirmCardPayment('pi_1_secret_2', {
      payment_method: { card: found as StripeCardElement },
    });

    expect(result.error).toMatchObject({ type: 'validation_error', code: 'incomplete_number' });
    expect(document.activeElement).toBe(input('Card number'));
  });

  it('accepts a four-digit security code for American Express', () => {
    type('Card number', '378282246310005');
    type('CVC', '12345');

    expect(input('Card number').value).toBe('3782 822463 10005');
    expect(input('CVC').value).toBe('1234');
  });

  it('resolves with an error when the payment system is unreachable', async () => {
    const { error } = await stripe.retrievePaymentIntent('pi_1_secret_2');

    expect(error?.type).toBe('api_connection_error');
  });
});
