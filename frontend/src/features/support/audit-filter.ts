import type { AuditFilter } from '@subscription-site/shared/contracts';
import type { Faults } from '../../ui/form-faults';

/** The filter of the audit log as it stands in the form and in the address. */
export type AuditFilterEntries = Record<keyof AuditFilter, string>;

export const NO_AUDIT_FILTER: AuditFilterEntries = {
  action: '',
  actorId: '',
  subjectType: '',
  subjectId: '',
};

const KEYS = Object.keys(NO_AUDIT_FILTER) as (keyof AuditFilter)[];
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const WORD = /^[\w.:@-]{1,100}$/;

/** Reads the filter in an address. */
export function readAuditFilter(query: URLSearchParams): AuditFilterEntries {
  return Object.fromEntries(KEYS.map((key) => [key, query.get(key) ?? ''])) as AuditFilterEntries;
}

/** What of the entries is given, for the server and for an address alike. */
export function givenIn(entries: Partial<AuditFilterEntries>): AuditFilter {
  return Object.fromEntries(
    KEYS.flatMap((key) => {
      const text = entries[key]?.trim();
      return text ? [[key, text]] : [];
    }),
  );
}

/** The address of the log narrowed to these. */
export function auditPath(entries: Partial<AuditFilterEntries>): string {
  const query = new URLSearchParams(Object.entries(givenIn(entries))).toString();
  return query ? `/admin/audit?${query}` : '/admin/audit';
}

/** What is wrong with each entry, by the server's own rules. */
export function auditFilterFaults(entries: AuditFilterEntries): Faults {
  const { actorId, ...words } = givenIn(entries);
  const faults: Faults = Object.fromEntries(
    Object.entries(words).flatMap(([key, text]) =>
      WORD.test(text) ? [] : [[key, 'Use letters, digits and . : @ - only.']],
    ),
  );
  return actorId && !UUID.test(actorId)
    ? { ...faults, actorId: 'Give the whole id of the account.' }
    : faults;
}
