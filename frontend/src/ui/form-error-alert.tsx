import type { ReactNode } from 'react';
import { Callout } from './callout';
import type { FormError } from './use-submit';

/** The problem of a form, where the form is. What a toast reads out already is not read out here a second time. */
export function FormErrorAlert({ error, children }: { error: FormError | undefined; children?: ReactNode }) {
  if (!error) return null;
  return (
    <Callout tone="danger" title={error.title} silent={error.toasted}>
      <p>{error.description}</p>
      {children}
    </Callout>
  );
}
