import { resourceMissing } from '../http/api-error.ts';
import { finishAuthentication } from '../intents/attempt.ts';
import { finishSetupAuthentication } from '../intents/setup-intents.ts';
import type { Sandbox } from '../sandbox.ts';
import type { PaymentIntent, SetupIntent } from '../state/wire.ts';

/** Applies the result of the authentication and returns the updated intent. Idempotent: a second result is ignored. */
export function completeAuthentication(
  sandbox: Sandbox,
  id: string,
  body: object,
): PaymentIntent | SetupIntent {
  const { client_secret: secret, outcome } = body as { client_secret?: unknown; outcome?: unknown };
  const intent = findIntent(sandbox, id, secret);
  if (intent.status !== 'requires_action') return intent;
  const authenticated = outcome === 'succeeded';
  return sandbox.store.transaction(() =>
    intent.object === 'payment_intent'
      ? finishAuthentication(sandbox, intent, authenticated).intent
      : finishSetupAuthentication(sandbox, intent, authenticated).intent,
  );
}

/** Where the issuer's page redirects the customer to, if the request set a return URL. */
export function findReturnUrl(sandbox: Sandbox, id: string, secret: unknown): string | null {
  return findIntent(sandbox, id, secret).next_action?.redirect_to_url?.return_url ?? null;
}

function findIntent({ store }: Sandbox, id: string, secret: unknown): PaymentIntent | SetupIntent {
  const intent = store.get('payment_intent', id) ?? store.get('setup_intent', id);
  if (!intent || intent.client_secret !== secret) throw resourceMissing('intent', id);
  return intent;
}
