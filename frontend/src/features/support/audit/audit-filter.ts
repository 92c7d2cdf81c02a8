import type { AuditFilter } from '@subscription-site/shared/contracts';
import type { FieldErrors } from '../../../ui/forms/field-errors';

/** Filter values as in the form and the URL; the actor is an email address or an ID. */
export type AuditFilterValues = Record<'action' | 'actor' | 'subjectType' | 'subjectId', string>;

export const EMPTY_AUDIT_FILTER: AuditFilterValues = {
  action: '',
  actor: '',
  subjectType: '',
  subjectId: '',
};

const KEYS = Object.keys(EMPTY_AUDIT_FILTER) as (keyof AuditFilterValues)[];
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const ADDRESS = /^[^\s@]+@[^\s@]+$/;
const WORD = /^[\w.:@-]{1,100}$/;

export function readAuditFilter(query: URLSearchParams): AuditFilterValues {
  return Object.fromEntries(KEYS.map((key) => [key, query.get(key) ?? ''])) as AuditFilterValues;
}

/** The trimmed values that are not empty. */
export function nonEmpty(values: Partial<AuditFilterValues>): Partial<AuditFilterValues> {
  return Object.fromEntries(
    KEYS.flatMap((key) => {
      const text = values[key]?.trim();
      return text ? [[key, text]] : [];
    }),
  );
}

/** The API filter. */
export function toAuditFilter(values: Partial<AuditFilterValues>): AuditFilter {
  const { actor, ...rest } = nonEmpty(values);
  if (!actor) return rest;
  return UUID.test(actor) ? { ...rest, actorId: actor } : { ...rest, actorEmail: actor };
}

/** URL of the audit log with this filter. */
export function auditPath(values: Partial<AuditFilterValues>): string {
  const query = new URLSearchParams(Object.entries(nonEmpty(values))).toString();
  return query ? `/admin/audit?${query}` : '/admin/audit';
}

/** Same rules as the server's. */
export function validateAuditFilter(values: AuditFilterValues): FieldErrors {
  const { actor, ...words } = nonEmpty(values);
  const errors: FieldErrors = Object.fromEntries(
    Object.entries(words).flatMap(([key, text]) =>
      WORD.test(text) ? [] : [[key, 'Use only letters, digits, and . : @ _ -']],
    ),
  );
  return actor && !UUID.test(actor) && !ADDRESS.test(actor)
    ? { ...errors, actor: 'Enter a complete email address or account ID.' }
    : errors;
}
