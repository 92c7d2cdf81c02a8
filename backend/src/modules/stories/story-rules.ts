export const MAX_EMAIL_LENGTH = 254;
export const MIN_STORY_LENGTH = 20;
export const MAX_STORY_LENGTH = 5000;

/** A single address: no lists, comments or quotes, and no characters that could inject headers. */
export const EMAIL_ADDRESS = /^[^\s@"(),:;<>[\]\\\p{C}]{1,64}@[\p{L}\p{N}.-]+\.[\p{L}\p{N}-]{2,}$/u;

/** Multi-line text. Line breaks and tabs are allowed, other control characters and direction overrides are not. */
export const PLAIN_TEXT = /^(?:[^\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069]|[\n\r\t])*$/u;
