import { setInputValue } from './set-input-value';

const STORAGE_KEY = 'form-values';
const GIVE_UP_AFTER_MS = 10_000;
const TEXT_INPUTS =
  'input:not([type=radio],[type=checkbox],[type=hidden],[type=file],[type=submit]), textarea';

type Input = HTMLInputElement | HTMLTextAreaElement;

interface SavedForm {
  path: string;
  /** Values by input name. */
  values: Record<string, string>;
}

/**
 * Saves the form values of this page for {@link restoreFormValues} after a reload in this tab. Returns false
 * when that is not possible; passwords are never stored.
 */
export function saveFormValues(): boolean {
  const inputs = [...document.querySelectorAll<Input>(TEXT_INPUTS)].filter(({ value }) => value !== '');
  if (inputs.length === 0) return true;
  if (inputs.some(({ type, name }) => type === 'password' || name === '')) return false;
  const saved: SavedForm = {
    path: window.location.pathname,
    values: Object.fromEntries(inputs.map(({ name, value }) => [name, value])),
  };
  try {
    window.sessionStorage.setItem(STORAGE_KEY, JSON.stringify(saved));
    return true;
  } catch {
    return false;
  }
}

/** Restores saved values as soon as the inputs exist and are empty. Gives up after a while. */
export function restoreFormValues(): void {
  const saved = takeSaved();
  if (!saved || saved.path !== window.location.pathname) return;
  const remaining = new Map(Object.entries(saved.values));
  const restore = () => {
    for (const [name, value] of remaining) {
      const input = document.querySelector<Input>(`:is(input, textarea)[name="${CSS.escape(name)}"]`);
      if (!input) continue;
      if (input.value === '') setInputValue(input, 'value', value);
      remaining.delete(name);
    }
    if (remaining.size === 0) observer.disconnect();
  };
  const observer = new MutationObserver(restore);
  observer.observe(document.body, { childList: true, subtree: true });
  setTimeout(() => observer.disconnect(), GIVE_UP_AFTER_MS);
  restore();
}

function takeSaved(): SavedForm | undefined {
  try {
    const text = window.sessionStorage.getItem(STORAGE_KEY);
    window.sessionStorage.removeItem(STORAGE_KEY);
    return text ? (JSON.parse(text) as SavedForm) : undefined;
  } catch {
    return undefined;
  }
}
