import type { PaymentIntent, PaymentMethod, SetupIntent } from '../state/wire.ts';

type FailureType =
  | 'api_error'
  | 'authentication_error'
  | 'card_error'
  | 'idempotency_error'
  | 'invalid_request_error'
  | 'rate_limit_error';

/** The body of the provider's error envelope. */
export interface FailureBody {
  type: FailureType;
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

/** An answer other than 200. Thrown by anything that works for a request; the message is fit to show to a developer. */
export class Failure extends Error {
  readonly status: number;
  readonly body: FailureBody;

  constructor(status: number, body: FailureBody) {
    super(body.message);
    this.status = status;
    this.body = body.code
      ? { ...body, doc_url: `https://docs.stripe.com/error-codes#${body.code.replace(/_/g, '-')}` }
      : body;
  }

  /** A rejected card is an event of the payment, so what it changed stays. */
  get leavesTrace(): boolean {
    return this.body.type === 'card_error';
  }
}

export function invalidRequest(message: string, details: { param?: string; code?: string } = {}): Failure {
  return new Failure(400, { type: 'invalid_request_error', message, ...details });
}

export function resourceMissing(object: string, id: string, param = 'id', status = 404): Failure {
  return new Failure(status, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    message: `No such ${object}: '${id}'`,
    param,
  });
}
