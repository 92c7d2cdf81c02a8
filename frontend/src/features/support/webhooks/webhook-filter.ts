import { WEBHOOK_STATUSES, type WebhookFilter } from '@subscription-site/shared/contracts';
import type { FieldErrors } from '../../../ui/forms/field-errors';

/** Filter values as in the form and the URL. */
export type WebhookFilterValues = Record<'objectId' | 'type' | 'status', string>;

export const EMPTY_WEBHOOK_FILTER: WebhookFilterValues = { objectId: '', type: '', status: '' };

export function readWebhookFilter(query: URLSearchParams): WebhookFilterValues {
  return {
    objectId: query.get('objectId') ?? '',
    type: query.get('type') ?? '',
    status: query.get('status') ?? '',
  };
}

/** The API filter. Unknown statuses are dropped. */
export function toWebhookFilter(values: WebhookFilterValues): WebhookFilter {
  const [objectId, type] = [values.objectId.trim(), values.type.trim()];
  const status = WEBHOOK_STATUSES.find((known) => known === values.status);
  return { ...(objectId && { objectId }), ...(type && { type }), ...(status && { status }) };
}

/** Same rules as the server's. */
export function validateWebhookFilter({ objectId, type }: WebhookFilterValues): FieldErrors {
  return {
    ...(/^\w{0,255}$/.test(objectId.trim()) ? {} : { objectId: 'Use only letters, digits, and underscores' }),
    ...(/^[a-z0-9_.]{0,100}$/.test(type.trim())
      ? {}
      : { type: 'Use only lowercase letters, digits, periods, and underscores' }),
  };
}
