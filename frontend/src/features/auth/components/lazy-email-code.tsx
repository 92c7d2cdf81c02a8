import { lazy, Suspense } from 'react';
import { loadChunk } from '../../../lib/hydration/load-chunk';
import type { EmailCodeProps } from './email-code';

const Code = lazy(async () => ({ default: (await loadChunk(() => import('./email-code'))).EmailCode }));

/** {@link EmailCode}, loaded once an email has been requested. */
export function EmailCode(props: EmailCodeProps) {
  return (
    <Suspense>
      <Code {...props} />
    </Suspense>
  );
}
