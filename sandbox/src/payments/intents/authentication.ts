import type { PaymentIntent, SetupIntent } from '../state/wire.ts';
import type { Sandbox } from '../sandbox.ts';

type NextAction = NonNullable<PaymentIntent['next_action']>;

/** What the page has to do so that the bank's customer is asked: open our page there, or let the script show its dialog. */
export function nextActionFor(
  { publicUrl }: Sandbox,
  { id, client_secret: secret }: PaymentIntent | SetupIntent,
  returnUrl: string | undefined,
): NextAction {
  const page = `${publicUrl}/3ds/${id}?client_secret=${secret}`;
  if (returnUrl !== undefined) {
    return { type: 'redirect_to_url', redirect_to_url: { url: page, return_url: returnUrl } };
  }
  return {
    type: 'use_stripe_sdk',
    use_stripe_sdk: {
      type: 'three_d_secure_redirect',
      stripe_js: page,
    } as object as NextAction['use_stripe_sdk'],
  };
}
