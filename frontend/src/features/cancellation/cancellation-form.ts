export const CANCELLATION_FORM_ID = 'cancellation';

/** Names of the form's inputs. */
export const FIELDS = {
  name: 'name',
  email: 'email',
  contract: 'contract',
  cause: 'cause',
  reason: 'reason',
  when: 'when',
  effective: 'effective',
} as const;

/** Labels of the text inputs. */
export const LABELS = {
  name: 'Full name',
  email: 'Email',
  contract: 'Contract',
  reason: 'Reason',
  effective: 'Date',
} as const;
