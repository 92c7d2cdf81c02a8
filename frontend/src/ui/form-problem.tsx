import type { ReactNode } from 'react';
import { Notice } from './notice';
import type { Problem } from './use-submission';

/** The problem of a form, where the form is. */
export function FormProblem({ problem, children }: { problem: Problem | undefined; children?: ReactNode }) {
  if (!problem) return null;
  return (
    <Notice tone="danger" title={problem.title}>
      <p>{problem.description}</p>
      {children}
    </Notice>
  );
}
