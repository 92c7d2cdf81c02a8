import type { AuditEntry } from '../../../platform/audit/audit.js';

type Details = Record<string, unknown>;

/** A user acting on their own account. */
export function byUser(userId: string, action: string, details?: Details): AuditEntry {
  return { actorId: userId, action, subject: { type: 'user', id: userId }, details };
}

/** The operator acting on a user, with the service key. */
export function byService(userId: string, action: string, details: Details = {}): AuditEntry {
  return {
    actorId: null,
    action,
    subject: { type: 'user', id: userId },
    details: { ...details, by: 'service key' },
  };
}
