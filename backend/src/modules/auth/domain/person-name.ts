const LONGEST = 100;
/** Control, format (direction overrides) and separator characters, and what a mail program would turn into a link. */
const FORBIDDEN = /[\p{Cc}\p{Cs}\u2028\u2029\u202a-\u202e\u2066-\u2069]|:\/\/|www\.|@/iu;

/**
 * A person's name as it may stand in a mail, or undefined. 1 to 100 characters without control characters, `://`, `www.` or `@`:
 * nobody sends his words to a stranger through us.
 */
export function parsePersonName(text: string): string | undefined {
  const name = text.trim();
  const length = [...name].length;
  return length >= 1 && length <= LONGEST && !FORBIDDEN.test(name) ? name : undefined;
}
