/**
 * Stored credentials of users, or what may reveal a previous owner. Every provider that extends this class is emptied when all
 * credentials of a user are revoked.
 */
export abstract class CredentialStore {
  /** Called inside a transaction, on a locked user. */
  abstract removeAllForUser(userId: string): Promise<void>;
}
