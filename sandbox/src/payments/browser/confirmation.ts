import { askForAuthentication } from './authentication-dialog.ts';
import type { ApiAnswer, ApiClient, ApiError, Intent } from './api-client.ts';

export type IntentKind = 'payment' | 'setup';

export type Confirmed = { intent: Intent; error?: undefined } | { intent?: undefined; error: ApiError };

/** Confirms with the client secret, and asks in the bank's place where the card wants that. */
export async function confirmIntent(
  api: ApiClient,
  kind: IntentKind,
  clientSecret: string,
  values: object,
  handleActions: boolean,
): Promise<Confirmed> {
  const answer = await api.post<Intent>(`v1/${kind}_intents/${idOf(clientSecret)}/confirm`, {
    client_secret: clientSecret,
    use_stripe_sdk: true,
    ...values,
  });
  if (answer.error) return { error: answer.error };
  return handleActions ? handleNextAction(api, kind, answer.value) : { intent: answer.value };
}

/** Lets the customer answer the bank, if it asks. */
export async function handleNextAction(api: ApiClient, kind: IntentKind, intent: Intent): Promise<Confirmed> {
  if (intent.status !== 'requires_action') return { intent };
  if (intent.next_action?.redirect_to_url) {
    window.location.assign(intent.next_action.redirect_to_url.url);
    return new Promise(() => undefined);
  }
  let told: ApiAnswer<Intent> | undefined;
  await askForAuthentication(intent, async (outcome) => {
    told = await api.post<Intent>(`3ds/${intent.id}/outcome`, {
      client_secret: intent.client_secret,
      outcome,
    });
  });
  const after = told?.error ? told : await retrieveIntent(api, kind, intent.client_secret);
  return after.error ? { error: after.error } : settled(kind, after.value);
}

export function retrieveIntent(
  api: ApiClient,
  kind: IntentKind,
  clientSecret: string,
): Promise<ApiAnswer<Intent>> {
  return api.get<Intent>(`v1/${kind}_intents/${idOf(clientSecret)}`, { client_secret: clientSecret });
}

/** The id is the part of a client secret before `_secret_`. */
export function idOf(clientSecret: string): string {
  return clientSecret.split('_secret_')[0] ?? '';
}

function settled(kind: IntentKind, intent: Intent): Confirmed {
  const error = intent.last_payment_error ?? intent.last_setup_error;
  if (intent.status !== 'requires_payment_method' || !error) return { intent };
  const failedAuthentication = error.code?.endsWith('_intent_authentication_failure') ?? false;
  return {
    error: {
      ...error,
      ...(failedAuthentication ? { message: AUTHENTICATION_FAILED } : {}),
      [`${kind}_intent`]: intent,
    },
  };
}

const AUTHENTICATION_FAILED =
  'We are unable to authenticate your payment method. Please choose a different payment method and try again.';
