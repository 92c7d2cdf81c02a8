import { InvalidBucketNameError, InvalidKeyError } from './storage-errors.js';

const MAX_BUCKET_NAME_LENGTH = 100;
/** Together with bucket and version, the longest key that S3 accepts (1,024 bytes). */
const MAX_NAME_BYTES = 840;
/** The longest file name of common file systems. */
const MAX_SEGMENT_BYTES = 255;

const ASCII = String.raw`A-Za-z0-9_!.*'() &$=@;:+,?\-`;
const BUCKET_CHARACTER = new RegExp(`^[${ASCII}]$`);
/** Joiners are part of emoji and of some scripts. Other invisible characters could disguise a name. */
const JOINERS = String.raw`\u200c\u200d`;
/** Spaces are part of names that systems give: `U+202F` in macOS screenshots, `U+3000` in Japanese. */
const BEYOND_ASCII = String.raw`(?=[^\x00-\x7f])[\p{L}\p{M}\p{N}\p{P}\p{S}\p{Zs}${JOINERS}]`;
const ALLOWED = new RegExp(`^(?:[${ASCII}]|${BEYOND_ASCII})$`, 'u');
const DRIVE = /^[a-z]:/i;

/** First segments of other routes below `/object`. */
const RESERVED_BUCKET_NAMES = new Set([
  'authenticated',
  'copy',
  'info',
  'list',
  'list-v2',
  'move',
  'public',
  'sign',
  'upload',
]);

/** Throws {@link InvalidBucketNameError}. */
export function assertBucketName(name: string): void {
  const problem = bucketNameProblem(name);
  if (problem) throw new InvalidBucketNameError(problem);
}

function bucketNameProblem(name: string): string | undefined {
  if (name.length === 0 || name.length > MAX_BUCKET_NAME_LENGTH)
    return `must have 1 to ${MAX_BUCKET_NAME_LENGTH} characters`;
  const forbidden = [...name].find((character) => !BUCKET_CHARACTER.test(character));
  if (forbidden !== undefined)
    return `contains the character ${described(forbidden)}; only A-Z, a-z, 0-9 and _!-.*'() &$@=;:+,? are allowed`;
  if (/^\.{1,2}$/.test(name) || name !== name.trim()) return 'must not be a dot or begin or end with a space';
  return RESERVED_BUCKET_NAMES.has(name) ? 'is reserved' : undefined;
}

/** Throws {@link InvalidKeyError} unless the name is safe as a path on any backend. Names are stored as given, never normalized. */
export function assertObjectName(name: string): void {
  const problem = objectNameProblem(name);
  if (problem) throw new InvalidKeyError(name, problem);
}

export function objectNameProblem(name: string): string | undefined {
  if (name === '') return 'must not be empty';
  if (Buffer.byteLength(name) > MAX_NAME_BYTES) return `must not be longer than ${MAX_NAME_BYTES} bytes`;
  if (DRIVE.test(name)) return 'must not begin with a drive letter';
  for (const segment of name.split('/')) {
    if (segment === '') return 'must not begin or end with a slash, or contain two in a row';
    if (segment === '.' || segment === '..') return 'must not contain the segments . and ..';
    const forbidden = [...segment].find((character) => !ALLOWED.test(character));
    if (forbidden !== undefined)
      return `contains the character ${described(forbidden)}, which is not allowed`;
    if (Buffer.byteLength(segment) > MAX_SEGMENT_BYTES)
      return `must not contain a segment longer than ${MAX_SEGMENT_BYTES} bytes`;
  }
  return undefined;
}

/** Invisible characters are shown only by their code point. */
function described(character: string): string {
  const codePoint = `U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`;
  return /^[\p{C}\p{Z}]$/u.test(character) ? codePoint : `${character} (${codePoint})`;
}
