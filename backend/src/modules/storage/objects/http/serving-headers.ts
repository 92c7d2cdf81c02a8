import { mediaTypeOf } from '../../core/mime-types.js';
import type { StoredObject } from '../find-object.js';

/** Documents and scripts that would run in the site's origin: served as text, which browsers only display. */
const SERVED_AS_TEXT = /^(text\/html|application\/xhtml\+xml|(text|application)\/(x-)?(java|ecma)script)$/;
/** Formats that can contain scripts: browsers download them instead of opening them. They still work as images. */
const SERVED_AS_ATTACHMENT = /^(image\/svg\+xml|(text|application)\/xml|.+\+xml|multipart\/.*|message\/.*)$/;

/** Headers of a response with the bytes of an object, besides length and range. */
export function servingHeaders(
  object: StoredObject,
  { download, expiresAt, now }: { download: string | undefined; expiresAt: Date | undefined; now: Date },
): Record<string, string> {
  const type = mediaTypeOf(object.mimeType) ?? 'application/octet-stream';
  const isText = SERVED_AS_TEXT.test(type);
  const isActive = !isText && SERVED_AS_ATTACHMENT.test(type);
  const disposition = dispositionOf(download ?? (isActive ? '' : undefined));
  return {
    'Content-Type': isText ? 'text/plain' : object.mimeType,
    'X-Content-Type-Options': 'nosniff',
    // Files are meant to be embedded by other sites.
    'Cross-Origin-Resource-Policy': 'cross-origin',
    ...(isActive ? { 'Content-Security-Policy': "default-src 'none'; sandbox" } : {}),
    ...(disposition ? { 'Content-Disposition': disposition } : {}),
    ...(object.contentEncoding ? { 'Content-Encoding': object.contentEncoding } : {}),
    ETag: object.etag,
    'Last-Modified': object.updatedAt.toUTCString(),
    'Accept-Ranges': 'bytes',
    'Cache-Control': cacheControlOf(object, expiresAt, now),
    ...(expiresAt ? { Expires: expiresAt.toUTCString() } : {}),
    'X-Robots-Tag': object.robots ?? 'none',
  };
}

/** Empty: a download under the object's own name. */
function dispositionOf(download: string | undefined): string | undefined {
  if (download === undefined) return undefined;
  if (download === '') return 'attachment;';
  const name = encodeURIComponent(download.toWellFormed()).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename=${name}; filename*=UTF-8''${name};`;
}

/** No cache may keep a file longer than its signed URL is valid. */
function cacheControlOf({ cacheControl }: StoredObject, expiresAt: Date | undefined, now: Date): string {
  if (!expiresAt) return cacheControl;
  const secondsLeft = Math.max(0, Math.floor((expiresAt.getTime() - now.getTime()) / 1000));
  return cacheControl.replaceAll(
    /\b(max-age|s-maxage)=(\d+)/gi,
    (_, directive: string, seconds: string) => `${directive}=${Math.min(Number(seconds), secondsLeft)}`,
  );
}
