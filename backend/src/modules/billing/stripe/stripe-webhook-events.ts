import Stripe from 'stripe';
import { textProblem } from '../../../platform/http/storable-text.js';
import {
  InvalidWebhookSignatureError,
  MalformedWebhookEventError,
  TIMESTAMP_TOLERANCE_SECONDS,
} from '../billing-errors.js';
import type { WebhookEvent } from '../webhooks/webhooks.port.js';

/** Maximum length of Stripe ids. Much longer values don't fit into a database index. */
const MAX_ID_LENGTH = 255;

/** Verifies the signature of the raw body and reads the ids of the affected objects. */
export function readWebhookEvent(
  webhooks: Stripe['webhooks'],
  rawBody: Buffer,
  signature: string,
  { secret, now }: { secret: string; now: Date },
): WebhookEvent {
  assertSignatureHeader(signature, now);
  // With a tolerance of 0 the SDK accepts a signature of any age.
  const verified = (toleranceSeconds: number): unknown => {
    try {
      return webhooks.constructEvent(rawBody, signature, secret, toleranceSeconds);
    } catch (error) {
      if (!(error instanceof Stripe.errors.StripeSignatureVerificationError))
        throw new MalformedWebhookEventError(
          'The body must be a snapshot event in JSON, as Stripe sends it.',
        );
      if (toleranceSeconds === 0) throw new InvalidWebhookSignatureError('mismatch');
      verified(0);
      throw new InvalidWebhookSignatureError('stale');
    }
  };
  return toWebhookEvent(verified(TIMESTAMP_TOLERANCE_SECONDS));
}

/** The SDK rejects old timestamps but accepts future ones, and uses the last of several. None may be in the future. */
function assertSignatureHeader(signature: string, now: Date): void {
  const timestamps = [...signature.matchAll(/(?:^|,)t=(\d+)/g)].map(([, timestamp]) => Number(timestamp));
  if (timestamps.length === 0 || !/(?:^|,)v1=./.test(signature))
    throw new InvalidWebhookSignatureError('unreadable');
  const latest = now.getTime() / 1000 + TIMESTAMP_TOLERANCE_SECONDS;
  if (timestamps.some((timestamp) => timestamp > latest)) throw new InvalidWebhookSignatureError('early');
}

/** Keeps only the ids of the affected objects. Their state is read from the provider. */
export function toWebhookEvent(event: unknown): WebhookEvent {
  if (!isObject(event)) throw new MalformedWebhookEventError('The body must be an event: a JSON object.');
  const object = isObject(event.data) ? event.data.object : undefined;
  if (!isObject(object)) throw fieldError('data.object', 'must be an object');
  const parent = isObject(object.parent) ? object.parent.subscription_details : undefined;
  // A schedule names its subscription itself, also after it has released it.
  const own =
    object.object === 'subscription_schedule'
      ? (object.subscription ?? object.released_subscription)
      : undefined;
  const subscription = isObject(parent) ? parent.subscription : own;
  return {
    id: requiredText(event.id, 'id'),
    type: requiredText(event.type, 'type'),
    objectId: optionalText(object.id, 'data.object.id'),
    paymentIntentId: referencedId(object.payment_intent, 'data.object.payment_intent'),
    subscriptionId: referencedId(subscription, 'data.object.parent.subscription_details.subscription'),
    invoiceId: referencedId(object.invoice, 'data.object.invoice'),
    customerId: referencedId(object.customer, 'data.object.customer'),
  };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

/** Reads an id, or the id of an expanded object. */
function referencedId(value: unknown, field: string): string | null {
  return isObject(value) ? optionalText(value.id, `${field}.id`) : optionalText(value, field);
}

function optionalText(value: unknown, field: string): string | null {
  return value === undefined || value === null ? null : requiredText(value, field);
}

function requiredText(value: unknown, field: string): string {
  if (typeof value !== 'string' || value === '' || value.length > MAX_ID_LENGTH)
    throw fieldError(field, `must be a string of 1 to ${MAX_ID_LENGTH} characters`);
  const problem = textProblem(value);
  if (problem) throw fieldError(field, problem);
  return value;
}

function fieldError(field: string, problem: string): MalformedWebhookEventError {
  const message = `The field ${field} ${problem}.`;
  return new MalformedWebhookEventError(message, [{ field, message }]);
}
