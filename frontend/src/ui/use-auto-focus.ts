import { useEffect, useRef, type RefObject } from 'react';

/** Puts the focus where the one thing is that there is to do on a face that has just arrived, after whatever else takes it. */
export function useAutoFocus<E extends HTMLElement>(): RefObject<E | null> {
  const element = useRef<E>(null);
  useEffect(() => {
    const frame = requestAnimationFrame(() => element.current?.focus());
    return () => cancelAnimationFrame(frame);
  }, []);
  return element;
}
