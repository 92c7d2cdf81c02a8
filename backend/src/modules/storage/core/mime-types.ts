const TOKEN = String.raw`[\w!#$&^.+-]+`;
const MIME_TYPE = new RegExp(`^${TOKEN}/${TOKEN}$`);
const PATTERN = new RegExp(String.raw`^(\*|\*/\*|${TOKEN}/(\*|${TOKEN}))$`);
/** Empty ones are valid, as in `text/plain; charset=utf-8;`. */
const PARAMETER = String.raw`[ \t]*;([ \t]*${TOKEN}=(${TOKEN}|"[^",\\]*"))?`;
const WELL_FORMED = new RegExp(String.raw`^${TOKEN}/${TOKEN}(${PARAMETER})*[ \t]*$`);
const MAX_LENGTH = 255;

/** Type and subtype in lowercase, without parameters. Undefined if the value is not a media type. */
export function parseMediaType(contentType: string): string | undefined {
  const type = contentType.split(';', 1)[0]!.trim().toLowerCase();
  return contentType.length <= MAX_LENGTH && MIME_TYPE.test(type) ? type : undefined;
}

/**
 * The content type as it is, or only its media type `type` if its parameters are malformed. Browsers take the last of several types
 * in a header, so the parameters of `text/plain;, text/html` would change the type.
 */
export function withoutMalformedParameters(contentType: string, type: string): string {
  return WELL_FORMED.test(contentType) ? contentType : type;
}

/** Undefined if there is none, or if the parameters are malformed. */
export function parseCharset(contentType: string): string | undefined {
  if (!WELL_FORMED.test(contentType)) return undefined;
  return /;[ \t]*charset="?([\w.:+-]+)"?[ \t]*(;|$)/i.exec(contentType)?.[1];
}

/** A media type, `image/*` or `*`. */
export function isMimeTypePattern(pattern: unknown): pattern is string {
  return typeof pattern === 'string' && pattern.length <= MAX_LENGTH && PATTERN.test(pattern);
}

/** True if one of the patterns matches, or if there are none. */
export function isMimeTypeAllowed(contentType: string, patterns: readonly string[] | null): boolean {
  const type = parseMediaType(contentType);
  if (type === undefined) return false;
  if (!patterns?.length) return true;
  return patterns.some((pattern) => {
    const wanted = pattern.toLowerCase();
    if (wanted === '*' || wanted === '*/*') return true;
    return wanted.endsWith('/*') ? type.startsWith(wanted.slice(0, -1)) : type === wanted;
  });
}
