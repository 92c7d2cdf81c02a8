/** One version of an object. Its bytes never change; a new upload creates a new version. */
export interface ObjectVersion {
  bucketId: string;
  name: string;
  version: string;
}

/** The bytes of a version, or of an image transformed from it. */
export interface StoredVersion extends ObjectVersion {
  variantId?: string | undefined;
}

/** Marks the version, so that it can't equal a segment of a longer name: names can't contain this character. */
const VERSION_MARK = '~';

/** The key of the bytes in the backend. */
export function versionKey({ bucketId, name, version, variantId }: StoredVersion): string {
  const key = `${bucketId}/${name}/${VERSION_MARK}${version}`;
  return variantId === undefined ? key : `${key}.${variantId}`;
}

/** Key prefix of the product's own files. Bucket names can't contain `~`. */
export const SYSTEM_FOLDER = `${VERSION_MARK}system/`;

const VERSION_KEY = /^([^/]+)\/(.+)\/~([0-9a-f-]{36})(?:\.([0-9a-f-]{36}))?$/;

/** Reverses {@link versionKey}. Undefined for a key that it can't have created. */
export function parseVersionKey(key: string): StoredVersion | undefined {
  const [, bucketId, name, version, variantId] = VERSION_KEY.exec(key) ?? [];
  return bucketId && name && version ? { bucketId, name, version, variantId } : undefined;
}
