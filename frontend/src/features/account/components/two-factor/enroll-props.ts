/** What each way to add a second factor is given. */
export interface EnrollProps {
  /** Names of the factors there are. */
  existingNames: readonly string[];
  /** One was begun, or is begun no more: it is forgotten when the sheet is closed. */
  onStarted: (factorId: string | undefined) => void;
  onAdded: (name: string) => void;
  onCancel: () => void;
}
