/**
 * A value of the current entry of the session history: it survives a reload and the way back to the page, and is not part of
 * the URL.
 */
export function historyValue<T>(key: string) {
  return {
    save(value: T): void {
      window.history.replaceState({ ...(window.history.state as object | null), [key]: value }, '');
    },
    load(): T | undefined {
      return (window.history.state as Record<string, T | undefined> | null)?.[key];
    },
  };
}
