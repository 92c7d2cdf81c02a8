import { lazy, Suspense } from 'react';
import { loadChunk } from '../../../../lib/hydration/load-chunk';
import { Loading } from '../../../../ui/feedback/loading';
import type { MfaChallengeProps } from './mfa-challenge';

const Challenge = lazy(() =>
  loadChunk(() => import('./mfa-challenge')).then(({ MfaChallenge }) => ({ default: MfaChallenge })),
);

/** The MFA challenge, loaded only when it is needed. */
export function MfaChallenge(props: MfaChallengeProps) {
  return (
    <Suspense fallback={<Loading label="Loading..." className="min-h-[50vh]" />}>
      <Challenge {...props} />
    </Suspense>
  );
}
