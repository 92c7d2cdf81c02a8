import { useEffect, useRef, type RefObject } from 'react';

/** Focuses the main control of newly shown content, after anything else that takes focus. */
export function useAutoFocus<E extends HTMLElement>(): RefObject<E | null> {
  const element = useRef<E>(null);
  useEffect(() => {
    const frame = requestAnimationFrame(() => element.current?.focus());
    return () => cancelAnimationFrame(frame);
  }, []);
  return element;
}
