import type { AuditFilter } from '@subscription-site/shared/contracts';
import type { Faults } from '../../ui/form-faults';

/** The filter of the audit log as it stands in the form and in the address; the actor by his address or his id. */
export type AuditFilterEntries = Record<'action' | 'actor' | 'subjectType' | 'subjectId', string>;

export const NO_AUDIT_FILTER: AuditFilterEntries = {
  action: '',
  actor: '',
  subjectType: '',
  subjectId: '',
};

const KEYS = Object.keys(NO_AUDIT_FILTER) as (keyof AuditFilterEntries)[];
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const ADDRESS = /^[^\s@]+@[^\s@]+$/;
const WORD = /^[\w.:@-]{1,100}$/;

/** Reads the filter in an address. */
export function readAuditFilter(query: URLSearchParams): AuditFilterEntries {
  return Object.fromEntries(KEYS.map((key) => [key, query.get(key) ?? ''])) as AuditFilterEntries;
}

/** What of the entries is given. */
export function givenIn(entries: Partial<AuditFilterEntries>): Partial<AuditFilterEntries> {
  return Object.fromEntries(
    KEYS.flatMap((key) => {
      const text = entries[key]?.trim();
      return text ? [[key, text]] : [];
    }),
  );
}

/** What the server is asked for. */
export function filterOf(entries: Partial<AuditFilterEntries>): AuditFilter {
  const { actor, ...rest } = givenIn(entries);
  if (!actor) return rest;
  return UUID.test(actor) ? { ...rest, actorId: actor } : { ...rest, actorEmail: actor };
}

/** The address of the log narrowed to these. */
export function auditPath(entries: Partial<AuditFilterEntries>): string {
  const query = new URLSearchParams(Object.entries(givenIn(entries))).toString();
  return query ? `/admin/audit?${query}` : '/admin/audit';
}

/** What is wrong with each entry, by the server's own rules. */
export function auditFilterFaults(entries: AuditFilterEntries): Faults {
  const { actor, ...words } = givenIn(entries);
  const faults: Faults = Object.fromEntries(
    Object.entries(words).flatMap(([key, text]) =>
      WORD.test(text) ? [] : [[key, 'Use only letters, digits, and . : @ -']],
    ),
  );
  return actor && !UUID.test(actor) && !ADDRESS.test(actor)
    ? { ...faults, actor: 'Enter a complete email address or account ID.' }
    : faults;
}
