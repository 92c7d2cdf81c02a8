/**
 * Text that shows what it says: no control characters, lone surrogates, or characters that change the direction of the text around them.
 */
export const PLAIN_LINE = /^[^\p{Cc}\p{Cs}\u2028\u2029\u202a-\u202e\u2066-\u2069]*$/u;
/** {@link PLAIN_LINE} with line breaks and tabs. */
export const PLAIN_TEXT = /^(?:[^\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069]|[\n\r\t])*$/u;
