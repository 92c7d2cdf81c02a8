import type { ReactNode } from 'react';
import { Callout } from '../feedback/callout';
import type { FormError } from './use-submit';

/** The error of a form. Silent when a toast announces it. */
export function FormErrorAlert({ error, children }: { error: FormError | undefined; children?: ReactNode }) {
  if (!error) return null;
  return (
    <Callout tone="danger" title={error.title} silent={Boolean(error.shownInToast)}>
      <p>{error.description}</p>
      {children}
    </Callout>
  );
}
