import { lazy, Suspense, type ComponentProps } from 'react';
import { loadChunk } from '../../lib/hydration/load-chunk';
import type { ConfirmDialog } from './confirm-dialog';

const Dialog = lazy(async () => ({
  default: (await loadChunk(() => import('./confirm-dialog'))).ConfirmDialog,
}));

/** {@link ConfirmDialog}, loaded when it is first shown. */
export function LazyConfirmDialog(props: ComponentProps<typeof ConfirmDialog>) {
  return (
    <Suspense>
      <Dialog {...props} />
    </Suspense>
  );
}
