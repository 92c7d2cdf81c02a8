import type { AuditAction, AuditSubject } from '@subscription-site/shared/audit-actions';

type Details = Record<string, unknown>;

const user = (id: string): { type: AuditSubject; id: string } => ({ type: 'user', id });

/** A user acting on their own account. */
export function byUser(userId: string, action: AuditAction, details?: Details) {
  return { actorId: userId, action, subject: user(userId), details };
}

/** An unauthenticated caller or the system, on a user if there is one. */
export function byAnonymous(userId: string | undefined, action: AuditAction, details?: Details) {
  const subject = userId === undefined ? undefined : user(userId);
  return { actorId: null, action, subject, details };
}

/** The operator acting on a user, with the service key. */
export function byService(userId: string, action: AuditAction, details: Details = {}) {
  return {
    actorId: null,
    action,
    subject: user(userId),
    details: { ...details, by: 'service key' },
  };
}
