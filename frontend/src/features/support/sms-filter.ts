import { SMS_STATUSES, type SmsFilter } from '@subscription-site/shared/contracts';

/** The filter of the messages as it stands in the form and in the address. */
export type SmsFilterValues = Record<'recipient' | 'status', string>;

export const EMPTY_SMS_FILTER: SmsFilterValues = { recipient: '', status: '' };

const NUMBER = /^[+\d\s()./-]{0,32}$/;

/** Reads the filter in an address. */
export function readSmsFilter(query: URLSearchParams): SmsFilterValues {
  return { recipient: query.get('recipient') ?? '', status: query.get('status') ?? '' };
}

/** What the server is asked for, and what stands in the address; a state that there is not is left out. */
export function toSmsFilter({ recipient, status }: SmsFilterValues): SmsFilter {
  const number = recipient.trim();
  const known = SMS_STATUSES.find((state) => state === status);
  return { ...(number ? { recipient: number } : {}), ...(known ? { status: known } : {}) };
}

/** What is wrong with the number, by the server's own rule. */
export function validateNumber({ recipient }: SmsFilterValues): string | undefined {
  return NUMBER.test(recipient.trim()) ? undefined : 'Enter a phone number or the start of one.';
}
