export const MAX_EMAIL_LENGTH = 254;
export const MIN_STORY_LENGTH = 20;
export const MAX_STORY_LENGTH = 5000;
export const MAX_PICTURES = 3;

/** A single address: no lists, comments or quotes, and no characters that could inject headers. */
export const EMAIL_ADDRESS = /^[^\s@"(),:;<>[\]\\\p{C}]{1,64}@[\p{L}\p{N}.-]+\.[\p{L}\p{N}-]{2,}$/u;
