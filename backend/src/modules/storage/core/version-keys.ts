/** One version of an object. Its bytes never change; a new upload creates a new version. */
export interface ObjectVersion {
  bucketId: string;
  name: string;
  version: string;
}

/** Marks the version, so that it can't equal a segment of a longer name: names can't contain this character. */
const VERSION_MARK = '~';

/** The key of a version's bytes in the backend. */
export function versionKey({ bucketId, name, version }: ObjectVersion): string {
  return `${bucketId}/${name}/${VERSION_MARK}${version}`;
}

const VERSION_KEY = /^([^/]+)\/(.+)\/~([0-9a-f-]{36})$/;

/** Reverses {@link versionKey}. Undefined for a key that it can't have created. */
export function parseVersionKey(key: string): ObjectVersion | undefined {
  const [, bucketId, name, version] = VERSION_KEY.exec(key) ?? [];
  return bucketId && name && version ? { bucketId, name, version } : undefined;
}
