import { EMAIL_STATUSES, type EmailFilter } from '@subscription-site/shared/contracts';

/** Filter values as in the form and the URL: days, not timestamps. */
export interface EmailFilterValues {
  recipient: string;
  status: string;
  template: string;
  from: string;
  to: string;
}

export const EMPTY_EMAIL_FILTER: EmailFilterValues = {
  recipient: '',
  status: '',
  template: '',
  from: '',
  to: '',
};

const KEYS = Object.keys(EMPTY_EMAIL_FILTER) as (keyof EmailFilterValues)[];

export function readFilter(query: URLSearchParams): EmailFilterValues {
  return Object.fromEntries(KEYS.map((key) => [key, query.get(key) ?? ''])) as unknown as EmailFilterValues;
}

/** Omits empty values. */
export function writeFilter(values: EmailFilterValues): URLSearchParams {
  return new URLSearchParams(KEYS.flatMap((key) => (values[key].trim() ? [[key, values[key].trim()]] : [])));
}

/** The API filter. Local days become timestamps; the last day is included. */
export function toEmailFilter(values: EmailFilterValues): EmailFilter {
  const status = EMAIL_STATUSES.find((known) => known === values.status);
  const filter: EmailFilter = {
    recipient: values.recipient.trim() || undefined,
    status,
    template: values.template.trim() || undefined,
    createdFrom: startOfDay(values.from, 0),
    createdTo: startOfDay(values.to, 1),
  };
  return Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined));
}

function startOfDay(day: string, daysLater: number): string | undefined {
  const [year, month, date] = day.split('-').map(Number);
  if (!year || !month || !date) return undefined;
  return new Date(year, month - 1, date + daysLater).toISOString();
}
