export interface EnrollProps {
  existingNames: readonly string[];
  /** An enrollment was started, or none is in progress. Started ones are discarded when the dialog closes. */
  onStarted: (factorId: string | undefined) => void;
  onAdded: (name: string) => void;
  onCancel: () => void;
}
