/** What each way to add a second factor is given. */
export interface EnrolProps {
  /** Names of the factors there are. */
  taken: readonly string[];
  /** One was begun, or is begun no more: it is forgotten when the sheet is closed. */
  onBegun: (factorId: string | undefined) => void;
  onAdded: (name: string) => void;
  onCancel: () => void;
}
