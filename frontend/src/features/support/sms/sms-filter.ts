import { SMS_STATUSES, type SmsFilter } from '@subscription-site/shared/contracts';

/** Filter values as in the form and the URL. */
export type SmsFilterValues = Record<'recipient' | 'status', string>;

export const EMPTY_SMS_FILTER: SmsFilterValues = { recipient: '', status: '' };

const NUMBER = /^[+\d\s()./-]{0,32}$/;

export function readSmsFilter(query: URLSearchParams): SmsFilterValues {
  return { recipient: query.get('recipient') ?? '', status: query.get('status') ?? '' };
}

/** The API filter. Unknown statuses are dropped. */
export function toSmsFilter({ recipient, status }: SmsFilterValues): SmsFilter {
  const number = recipient.trim();
  const known = SMS_STATUSES.find((state) => state === status);
  return { ...(number ? { recipient: number } : {}), ...(known ? { status: known } : {}) };
}

/** Same rule as the server's. */
export function validateNumber({ recipient }: SmsFilterValues): string | undefined {
  return NUMBER.test(recipient.trim()) ? undefined : 'Enter a phone number or the start of one.';
}
