/**
 * Stores credentials of users, or data that may reveal a previous owner. Revoking all credentials of a user deletes theirs from every
 * provider that extends this class.
 */
export abstract class CredentialStore {
  /** Called inside a transaction, on a locked user. */
  abstract removeAllForUser(userId: string): Promise<void>;
}
