import { useCallback, useEffect, useRef, useState } from 'react';

/** State of loaded data. Reloading keeps the previous value. */
export type LoadState<T> =
  | { status: 'loading'; value?: undefined; error?: undefined }
  | { status: 'ready'; value: T; error?: undefined }
  | { status: 'failed'; value?: undefined; error: unknown };

/**
 * Loads when `key` changes and on `reload`. Outdated responses are ignored. A failed reload keeps the current
 * value.
 */
export function useLoad<T>(
  key: string,
  load: () => Promise<T>,
): LoadState<T> & { reload: () => Promise<void> } {
  const [state, setState] = useState<LoadState<T> & { key: string }>({ status: 'loading', key });
  const latestRequest = useRef(0);
  const latestLoad = useRef(load);

  const reload = useCallback(async () => {
    const request = ++latestRequest.current;
    const outcome = await latestLoad.current().then(
      (value) => ({ status: 'ready', value, key }) as const,
      (error: unknown) => ({ status: 'failed', error, key }) as const,
    );
    if (request !== latestRequest.current) return;
    setState((previous) =>
      outcome.status === 'failed' && previous.status === 'ready' && previous.key === key ? previous : outcome,
    );
  }, [key]);

  useEffect(() => {
    latestLoad.current = load;
  });
  useEffect(() => {
    void reload();
    return () => {
      latestRequest.current += 1;
    };
  }, [reload]);

  return { ...(state.key === key ? state : { status: 'loading' as const }), reload };
}
