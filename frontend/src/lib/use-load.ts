import { useCallback, useEffect, useRef, useState } from 'react';

/** The faces of something that is fetched. While it is fetched again the earlier value stays. */
export type Loaded<T> =
  | { status: 'loading'; value?: undefined; fault?: undefined }
  | { status: 'ready'; value: T; fault?: undefined }
  | { status: 'failed'; value?: undefined; fault: unknown };

/**
 * Fetches when `key` changes and whenever `reload` is called; an answer that comes after a newer question is dropped.
 * A failed repetition keeps the value that is there.
 */
export function useLoad<T>(key: string, load: () => Promise<T>): Loaded<T> & { reload: () => Promise<void> } {
  const [state, setState] = useState<Loaded<T> & { key: string }>({ status: 'loading', key });
  const question = useRef(0);
  const latest = useRef(load);

  const reload = useCallback(async () => {
    const asked = ++question.current;
    const outcome = await latest.current().then(
      (value) => ({ status: 'ready', value, key }) as const,
      (fault: unknown) => ({ status: 'failed', fault, key }) as const,
    );
    if (asked !== question.current) return;
    setState((before) =>
      outcome.status === 'failed' && before.status === 'ready' && before.key === key ? before : outcome,
    );
  }, [key]);

  useEffect(() => {
    latest.current = load;
  });
  useEffect(() => {
    void reload();
    return () => {
      question.current += 1;
    };
  }, [reload]);

  return { ...(state.key === key ? state : { status: 'loading' as const }), reload };
}
