import { useEffect, useState, type ComponentType } from 'react';
import { logError } from '../../lib/log';
import { onToastsRequested, resetToasts } from './toast-signal';

/** Polite live region for toasts. Loads their code with the first toast or form. */
export function Toaster() {
  const [List, setList] = useState<ComponentType>();
  useEffect(
    () =>
      onToastsRequested(() => {
        import('./toast-list').then(
          ({ ToastList }) => setList(() => ToastList),
          (error: unknown) => {
            resetToasts();
            logError('toasts', error);
          },
        );
      }),
    [],
  );
  return (
    <section
      aria-label="Notifications"
      className="pointer-events-none fixed inset-x-3 bottom-[calc(0.75rem+var(--banner-height,0rem)+env(safe-area-inset-bottom))] z-50 print:hidden sm:right-4 sm:left-auto sm:w-96"
    >
      <ol aria-live="polite" aria-relevant="additions" className="grid gap-3">
        {List ? <List /> : null}
      </ol>
    </section>
  );
}
