import { EMAIL_STATUSES, type EmailFilter } from '@subscription-site/shared/contracts';

/** The filter as it stands in the form and in the address: days, not instants. */
export interface FilterEntries {
  recipient: string;
  status: string;
  template: string;
  from: string;
  to: string;
}

export const NO_FILTER: FilterEntries = { recipient: '', status: '', template: '', from: '', to: '' };

const KEYS = Object.keys(NO_FILTER) as (keyof FilterEntries)[];

/** Reads the filter in an address. */
export function readFilter(query: URLSearchParams): FilterEntries {
  return Object.fromEntries(KEYS.map((key) => [key, query.get(key) ?? ''])) as unknown as FilterEntries;
}

/** Writes a filter into an address; what is empty is left out. */
export function writeFilter(entries: FilterEntries): URLSearchParams {
  return new URLSearchParams(
    KEYS.flatMap((key) => (entries[key].trim() ? [[key, entries[key].trim()]] : [])),
  );
}

/** The filter as the server takes it: days of this computer become instants, the last one included. */
export function toEmailFilter(entries: FilterEntries): EmailFilter {
  const status = EMAIL_STATUSES.find((known) => known === entries.status);
  const filter: EmailFilter = {
    recipient: entries.recipient.trim() || undefined,
    status,
    template: entries.template.trim() || undefined,
    createdFrom: instantOf(entries.from, 0),
    createdTo: instantOf(entries.to, 1),
  };
  return Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined));
}

function instantOf(day: string, daysLater: number): string | undefined {
  const [year, month, date] = day.split('-').map(Number);
  if (!year || !month || !date) return undefined;
  return new Date(year, month - 1, date + daysLater).toISOString();
}
