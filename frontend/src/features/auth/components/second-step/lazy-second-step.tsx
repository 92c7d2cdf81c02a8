import { lazy, Suspense } from 'react';
import { loadChunk } from '../../../../lib/browser/load-chunk';
import { Waiting } from '../../../../ui/waiting';
import type { SecondStepProps } from './second-step';

const Step = lazy(() =>
  loadChunk(() => import('./second-step')).then(({ SecondStep }) => ({ default: SecondStep })),
);

/** The second step of signing in, whose code only those load who are asked for it. */
export function SecondStep(props: SecondStepProps) {
  return (
    <Suspense fallback={<Waiting label="Loading..." className="min-h-[50vh]" />}>
      <Step {...props} />
    </Suspense>
  );
}
