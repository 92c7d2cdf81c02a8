import { showAuthenticationDialog } from './authentication-dialog.ts';
import type { ApiResult, ApiClient, ApiError, Intent } from './api-client.ts';

export type IntentKind = 'payment' | 'setup';

export type ConfirmationResult =
  | { intent: Intent; error?: undefined }
  | { intent?: undefined; error: ApiError };

/** Confirms an intent with its client secret, including authentication if the card requires it. */
export async function confirmIntent(
  api: ApiClient,
  kind: IntentKind,
  clientSecret: string,
  values: object,
  handleActions: boolean,
): Promise<ConfirmationResult> {
  const result = await api.post<Intent>(`v1/${kind}_intents/${parseId(clientSecret)}/confirm`, {
    client_secret: clientSecret,
    use_stripe_sdk: true,
    ...values,
  });
  if (result.error) return { error: result.error };
  return handleActions ? handleNextAction(api, kind, result.value) : { intent: result.value };
}

/** Completes the authentication of an intent that requires action. */
export async function handleNextAction(
  api: ApiClient,
  kind: IntentKind,
  intent: Intent,
): Promise<ConfirmationResult> {
  if (intent.status !== 'requires_action') return { intent };
  if (intent.next_action?.redirect_to_url) {
    window.location.assign(intent.next_action.redirect_to_url.url);
    return new Promise(() => undefined);
  }
  let submission: ApiResult<Intent> | undefined;
  await showAuthenticationDialog(intent, async (outcome) => {
    submission = await api.post<Intent>(`3ds/${intent.id}/outcome`, {
      client_secret: intent.client_secret,
      outcome,
    });
  });
  const refreshed = submission?.error ? submission : await retrieveIntent(api, kind, intent.client_secret);
  return refreshed.error ? { error: refreshed.error } : toResult(kind, refreshed.value);
}

export function retrieveIntent(
  api: ApiClient,
  kind: IntentKind,
  clientSecret: string,
): Promise<ApiResult<Intent>> {
  return api.get<Intent>(`v1/${kind}_intents/${parseId(clientSecret)}`, { client_secret: clientSecret });
}

/** The id is the part of the client secret before `_secret_`. */
function parseId(clientSecret: string): string {
  return clientSecret.split('_secret_')[0] ?? '';
}

function toResult(kind: IntentKind, intent: Intent): ConfirmationResult {
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
