import type { PaymentIntent, SetupIntent } from '../state/wire.ts';
import type { Sandbox } from '../sandbox.ts';

type NextAction = NonNullable<PaymentIntent['next_action']>;

/** How the browser starts the authentication: by redirecting to our page, or with the dialog of the browser library. */
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
