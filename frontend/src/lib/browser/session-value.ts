type Area = 'sessionStorage' | 'localStorage';

/** A value that survives reloads of this tab. Without storage, it is silently lost. */
export const sessionValue = <T>(key: string) => storedValue<T>(key, 'sessionStorage');

/** A value shared by all tabs, including later ones. Without storage, it is silently lost. */
export const localValue = <T>(key: string) => storedValue<T>(key, 'localStorage');

function storedValue<T>(key: string, area: Area) {
  return {
    save(value: T): void {
      ignoreErrors(() => window[area].setItem(key, JSON.stringify(value)));
    },
    /** Not validated: an earlier version of the site may have stored it. */
    load(): Partial<T> | undefined {
      return ignoreErrors(
        () => (JSON.parse(window[area].getItem(key) ?? 'null') as Partial<T> | null) ?? undefined,
      );
    },
    clear(): void {
      ignoreErrors(() => window[area].removeItem(key));
    },
  };
}

function ignoreErrors<Result>(action: () => Result): Result | undefined {
  try {
    return action();
  } catch {
    return undefined;
  }
}
