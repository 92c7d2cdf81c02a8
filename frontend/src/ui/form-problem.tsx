import type { ReactNode } from 'react';
import { Notice } from './notice';
import type { Problem } from './use-submission';

/** The problem of a form, where the form is. What a toast reads out already is not read out here a second time. */
export function FormProblem({ problem, children }: { problem: Problem | undefined; children?: ReactNode }) {
  if (!problem) return null;
  return (
    <Notice tone="danger" title={problem.title} silent={problem.toasted}>
      <p>{problem.description}</p>
      {children}
    </Notice>
  );
}
