import { EMPTY_VALUES, type BuyerValues } from './buyer';

type Draft = Pick<BuyerValues, 'fullName' | 'email'>;

const STORAGE_KEY = 'buyer';

/** Keeps name and email for a reload of this tab. Passwords are never stored. */
export function saveBuyerDraft({ fullName, email }: Draft): void {
  try {
    window.sessionStorage.setItem(STORAGE_KEY, JSON.stringify({ fullName, email } satisfies Draft));
  } catch {
    // Without storage they have to be typed again.
  }
}

/** Values of an empty form, with the saved name and email. */
export function loadBuyerDraft(): BuyerValues {
  try {
    const { fullName, email } = JSON.parse(window.sessionStorage.getItem(STORAGE_KEY) ?? '{}') as Draft;
    return { ...EMPTY_VALUES, fullName: String(fullName ?? ''), email: String(email ?? '') };
  } catch {
    return EMPTY_VALUES;
  }
}

/** Call after the purchase. */
export function clearBuyerDraft(): void {
  try {
    window.sessionStorage.removeItem(STORAGE_KEY);
  } catch {
    // Nothing was stored.
  }
}
