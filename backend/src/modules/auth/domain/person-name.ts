import { isPersonName } from '@subscription-site/shared/names';

/** The trimmed name if it is safe to use in an email; otherwise undefined. */
export function parsePersonName(text: string): string | undefined {
  const name = text.trim();
  return isPersonName(name) ? name : undefined;
}
