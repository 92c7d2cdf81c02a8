/** A bucket of the file storage. */
export interface FileBucket {
  id: string;
  /** Whether anyone with the URL of a file can download it. */
  public: boolean;
  /** In bytes. Null: the default limit applies. */
  fileSizeLimit: number | null;
  /** Media types; null allows all. */
  allowedMimeTypes: string[] | null;
  /** Whether its files are being deleted. */
  emptying: boolean;
  /** How many files have been deleted, and how many are left. Null unless it is being emptied. */
  emptyingProgress: { removed: number; remaining: number } | null;
  createdAt: string;
}

/** A file or a folder. A folder's name ends with a slash, and its other fields are null. Names are full paths. */
export interface FileEntry {
  name: string;
  /** In bytes. */
  size: number | null;
  type: string | null;
  updatedAt: string | null;
}

/** One page of a folder, by name. */
export interface FileList {
  items: FileEntry[];
  nextCursor: string | null;
}

/** A file with its details. */
export interface FileDetail {
  bucket: string;
  name: string;
  size: number;
  type: string;
  etag: string;
  cacheControl: string;
  /** The user who uploaded it; null for the service role. */
  ownerId: string | null;
  /** Null if that user no longer exists. */
  ownerEmail: string | null;
  /** Set by the uploader. */
  metadata: Record<string, unknown>;
  createdAt: string;
  updatedAt: string;
}

/** A URL that works without signing in until it expires. */
export interface FileLink {
  /** Relative to the site. */
  url: string;
  expiresAt: string;
}
