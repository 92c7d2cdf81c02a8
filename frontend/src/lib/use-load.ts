import { useCallback, useEffect, useRef, useState } from 'react';

/** The faces of something that is fetched. While it is fetched again the earlier value stays. */
export type LoadState<T> =
  | { status: 'loading'; value?: undefined; error?: undefined }
  | { status: 'ready'; value: T; error?: undefined }
  | { status: 'failed'; value?: undefined; error: unknown };

/**
 * Fetches when `key` changes and whenever `reload` is called; an answer that comes after a newer question is dropped.
 * A failed repetition keeps the value that is there.
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
