/** An action by staff or a security event. */
export interface AuditEntryView {
  id: string;
  at: string;
  /** Null for the system and unknown actors. */
  actorId: string | null;
  /** The actor's current email; null if the account was deleted. */
  actorEmail: string | null;
  action: string;
  subject: { type: string; id: string } | null;
  ip: string | null;
  requestId: string | null;
  details: Record<string, unknown>;
}

/** One page of the audit log, newest first. */
export interface AuditList {
  items: AuditEntryView[];
  nextCursor: string | null;
}

/** Filters the audit log by exact match. */
export interface AuditFilter {
  action?: string;
  actorId?: string;
  /** Current email of the actor. */
  actorEmail?: string;
  subjectType?: string;
  subjectId?: string;
}
