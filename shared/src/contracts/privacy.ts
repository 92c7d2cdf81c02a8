/** `POST /api/account/v1/deletion`. */
export interface ScheduleDeletionRequest {
  /** Required if the account has one. */
  password?: string;
}

export interface ScheduledDeletion {
  /** When the account will be deleted. */
  scheduledFor: string;
}

/** `GET /api/account/v1/deletion`. */
export interface AccountDeletion {
  /** When the account will be deleted; null if no deletion is scheduled. */
  scheduledFor: string | null;
  /** Whether scheduling a deletion requires the password; otherwise, it requires a recent sign-in. */
  requiresPassword: boolean;
}

export const DATA_EXPORT_STATUSES = ['pending', 'ready', 'failed'] as const;
export type DataExportStatus = (typeof DATA_EXPORT_STATUSES)[number];

/** An archive of everything stored about a user. */
export interface DataExport {
  id: string;
  status: DataExportStatus;
  requestedAt: string;
  /** When it will be deleted; null while it is being prepared. */
  expiresAt: string | null;
  sizeBytes: number | null;
  /** Once it is ready. Works without other credentials until the session ends. */
  downloadPath: string | null;
}

/** `GET /api/account/v1/exports`, newest first. */
export interface DataExportList {
  items: DataExport[];
}
