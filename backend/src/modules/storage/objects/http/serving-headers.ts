import { cacheControlProblem, readCacheControl } from '../../core/cache-control.js';
import { parseCharset, parseMediaType, withoutMalformedParameters } from '../../core/mime-types.js';
import type { ServedFile } from '../read-object.js';

/** Formats that browsers display without running anything in the site's origin. All others are downloaded. */
const DISPLAYED =
  /^(image\/(apng|avif|bmp|gif|heic|heif|jpeg|jpg|png|tiff|webp|x-icon|vnd\.microsoft\.icon)|(audio|video|font)\/[\w.-]+|text\/(plain|csv)|application\/(json|pdf|(x-)?font-[\w-]+))$/;
/** Documents and scripts that would run in the site's origin: served as text, so that they can't be embedded there as scripts. */
const SERVED_AS_TEXT =
  /^(text\/html|application\/xhtml\+xml|(text|application)\/(x-)?(java|ecma|live|j)script[\d.]*)$/;
/** A file opened as a page has no access to the site. Browsers wrap media in a page of their own, with styles. */
const DISPLAY_POLICY =
  "default-src 'none'; img-src 'self'; media-src 'self'; style-src 'unsafe-inline'; sandbox";
/** Without `sandbox`, which keeps PDF viewers from starting. */
const PDF_POLICY = "default-src 'none'; object-src 'self'; style-src 'unsafe-inline'";
const DOWNLOAD_POLICY = "default-src 'none'; sandbox";
/** Browsers may keep the file, but ask before each use: permission ends with a sign-out, an expired URL, or the deletion. */
const PRIVATE = 'private, no-cache';

/** Headers of a response with the bytes of an object, besides length and range. */
export function servingHeaders(file: ServedFile, download: string | undefined): Record<string, string> {
  const type = parseMediaType(file.mimeType) ?? 'application/octet-stream';
  const isText = SERVED_AS_TEXT.test(type);
  const isDisplayed = isText || DISPLAYED.test(type);
  const disposition = formatDisposition(download ?? (isDisplayed ? undefined : ''));
  const policy = type === 'application/pdf' ? PDF_POLICY : DISPLAY_POLICY;
  return {
    'Content-Type': isText ? asText(file.mimeType) : withoutMalformedParameters(file.mimeType, type),
    'Content-Security-Policy': isDisplayed ? policy : DOWNLOAD_POLICY,
    'X-Content-Type-Options': 'nosniff',
    // Files are meant to be embedded by other sites.
    'Cross-Origin-Resource-Policy': 'cross-origin',
    ...(disposition ? { 'Content-Disposition': disposition } : {}),
    ...(file.contentEncoding ? { 'Content-Encoding': file.contentEncoding } : {}),
    ETag: file.etag,
    'Last-Modified': file.updatedAt.toUTCString(),
    'Accept-Ranges': 'bytes',
    'Cache-Control': file.isPublic ? understoodCacheControl(file.cacheControl) : PRIVATE,
    'X-Robots-Tag': file.robots ?? 'none',
  };
}

/** Without its charset, browsers would guess and show other characters. */
function asText(contentType: string): string {
  const charset = parseCharset(contentType);
  return charset === undefined ? 'text/plain' : `text/plain; charset=${charset}`;
}

/** Earlier versions stored what clients sent, such as `undefined`. */
function understoodCacheControl(stored: string): string {
  const isSet = readCacheControl(stored) !== undefined;
  return isSet && cacheControlProblem(stored) === undefined ? stored : 'no-cache';
}

/** Empty: a download under the object's own name. */
function formatDisposition(download: string | undefined): string | undefined {
  if (download === undefined) return undefined;
  if (download === '') return 'attachment;';
  const name = encodeURIComponent(download.toWellFormed()).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename=${name}; filename*=UTF-8''${name};`;
}
