import type { PaymentIntent, PaymentMethod, SetupIntent } from '../state/wire.ts';

type ApiErrorType =
  | 'api_error'
  | 'authentication_error'
  | 'card_error'
  | 'idempotency_error'
  | 'invalid_request_error'
  | 'rate_limit_error';

/** The body of the provider's error envelope. */
export interface ApiErrorBody {
  type: ApiErrorType;
  message: string;
  code?: string;
  decline_code?: string;
  advice_code?: string;
  network_decline_code?: string;
  param?: string;
  charge?: string;
  doc_url?: string;
  payment_intent?: PaymentIntent;
  payment_method?: PaymentMethod;
  setup_intent?: SetupIntent;
}

/** An error response of the API. The message is meant for developers. */
export class ApiError extends Error {
  readonly status: number;
  readonly body: ApiErrorBody;

  constructor(status: number, body: ApiErrorBody) {
    super(body.message);
    this.status = status;
    this.body = body.code
      ? { ...body, doc_url: `https://docs.stripe.com/error-codes#${body.code.replace(/_/g, '-')}` }
      : body;
  }

  /** A declined card is part of the payment's history, so its changes are committed. */
  get keepsChanges(): boolean {
    return this.body.type === 'card_error';
  }
}

/** An error that rolls back the call, even if a card was declined. */
export class RolledBackError extends ApiError {
  override get keepsChanges(): boolean {
    return false;
  }
}

export function invalidRequest(message: string, details: { param?: string; code?: string } = {}): ApiError {
  return new ApiError(400, { type: 'invalid_request_error', message, ...details });
}

export function resourceMissing(object: string, id: string, param = 'id', status = 404): ApiError {
  return new ApiError(status, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    message: `No such ${object}: '${id}'`,
    param,
  });
}
