import { sessionValue } from '../../lib/browser/session-value';
import { EMPTY_VALUES, type BuyerValues } from './buyer';

type Draft = Pick<BuyerValues, 'fullName' | 'email'>;

const draft = sessionValue<Draft>('buyer');

/** Keeps the name and email when this tab is reloaded. Passwords are never stored. */
export function saveBuyerDraft({ fullName, email }: Draft): void {
  draft.save({ fullName, email });
}

/** Values of an empty form, with the saved name and email. */
export function loadBuyerDraft(): BuyerValues {
  const { fullName, email } = draft.load() ?? {};
  return { ...EMPTY_VALUES, fullName: String(fullName ?? ''), email: String(email ?? '') };
}

/** Call after the purchase. */
export function clearBuyerDraft(): void {
  draft.clear();
}
