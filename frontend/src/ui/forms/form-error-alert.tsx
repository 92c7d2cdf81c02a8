import type { ReactNode } from 'react';
import { Callout } from '../feedback/callout';
import type { FormError } from './use-submit';

/** The error of a form, or only its outcome if a toast shows and announces the error. */
export function FormErrorAlert({ error, children }: { error: FormError | undefined; children?: ReactNode }) {
  if (!error) return null;
  return (
    <Callout tone="danger" title={error.outcome ?? error.title} silent={Boolean(error.outcome)}>
      {error.outcome ? null : <p>{error.description}</p>}
      {children}
    </Callout>
  );
}
