import { enter } from './enter';

const STORE = 'kept-entries';
const WAIT_MS = 10_000;
const TYPED = 'input:not([type=radio],[type=checkbox],[type=hidden],[type=file],[type=submit]), textarea';

type Entry = HTMLInputElement | HTMLTextAreaElement;

interface Kept {
  path: string;
  /** What was typed, by the names of the entries. */
  entries: Record<string, string>;
}

/**
 * Writes down what was typed on this page, for {@link restoreEntries} after a reload in this tab. False where that cannot be
 * done: a password stays where it was typed.
 */
export function keepEntries(): boolean {
  const typed = [...document.querySelectorAll<Entry>(TYPED)].filter(({ value }) => value !== '');
  if (typed.length === 0) return true;
  if (typed.some(({ type, name }) => type === 'password' || name === '')) return false;
  const kept: Kept = {
    path: window.location.pathname,
    entries: Object.fromEntries(typed.map(({ name, value }) => [name, value])),
  };
  try {
    window.sessionStorage.setItem(STORE, JSON.stringify(kept));
    return true;
  } catch {
    return false;
  }
}

/** Types again what was kept, as soon as the entries are there and empty; gives up after a while. */
export function restoreEntries(): void {
  const kept = takeKept();
  if (!kept || kept.path !== window.location.pathname) return;
  const left = new Map(Object.entries(kept.entries));
  const restore = () => {
    for (const [name, value] of left) {
      const entry = document.querySelector<Entry>(`:is(input, textarea)[name="${CSS.escape(name)}"]`);
      if (!entry) continue;
      if (entry.value === '') enter(entry, 'value', value);
      left.delete(name);
    }
    if (left.size === 0) observer.disconnect();
  };
  const observer = new MutationObserver(restore);
  observer.observe(document.body, { childList: true, subtree: true });
  setTimeout(() => observer.disconnect(), WAIT_MS);
  restore();
}

function takeKept(): Kept | undefined {
  try {
    const text = window.sessionStorage.getItem(STORE);
    window.sessionStorage.removeItem(STORE);
    return text ? (JSON.parse(text) as Kept) : undefined;
  } catch {
    return undefined;
  }
}
