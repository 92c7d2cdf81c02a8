/** The staff member signed in to the console. */
export interface StaffMember {
  id: string;
  email: string;
  role: 'support' | 'admin';
}

/** An active session of a user. */
export interface AccountSession {
  id: string;
  createdAt: string;
  /** When its tokens were last refreshed; for the current session, now. */
  lastUsedAt: string;
  userAgent: string | null;
  /** For example `Chrome on macOS`; null if unknown. */
  device: string | null;
  ipAddress: string | null;
  /** Whether this session made the request. */
  current: boolean;
  /** `aal2` once MFA has been completed in it. */
  assurance: 'aal1' | 'aal2';
}

/** `GET /api/account/v1/sessions`, most recently used first. */
export interface AccountSessionList {
  sessions: AccountSession[];
}
