import { isPersonName } from '@subscription-site/shared/names';

/** A person's name as it may stand in an email, trimmed; or undefined for text that is none. */
export function parsePersonName(text: string): string | undefined {
  const name = text.trim();
  return isPersonName(name) ? name : undefined;
}
