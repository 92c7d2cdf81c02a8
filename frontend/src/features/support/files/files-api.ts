import type {
  FileBucket,
  FileDetail,
  FileLink,
  FileList,
  ItemList,
} from '@subscription-site/shared/contracts';
import { ADMIN_PATH } from '@subscription-site/shared/paths';
import { callApi } from '../../../lib/api/client';

const PAGE_SIZE = 50;
const BUCKETS = `${ADMIN_PATH}/buckets`;

const get = <T>(path: string) => callApi<T>(path, { method: 'GET' });
const bucketPath = (bucket: string) => `${BUCKETS}/${encodeURIComponent(bucket)}`;

/** Buckets whose names contain the search text. */
export const fetchBuckets = (search: string) =>
  get<ItemList<FileBucket>>(`${BUCKETS}?${new URLSearchParams(search ? { search } : {}).toString()}`);

/** A page of a folder. */
export function fetchFiles(
  { bucket, folder, search }: { bucket: string; folder: string; search: string },
  cursor?: string,
): Promise<FileList> {
  const query = new URLSearchParams({ limit: String(PAGE_SIZE) });
  if (folder) query.set('folder', folder);
  if (search) query.set('search', search);
  if (cursor) query.set('cursor', cursor);
  return get<FileList>(`${bucketPath(bucket)}/files?${query.toString()}`);
}

export const fetchFile = (bucket: string, name: string) =>
  get<FileDetail>(`${bucketPath(bucket)}/file?${new URLSearchParams({ name }).toString()}`);

/** A smaller copy of an image. Recorded in the audit log. */
export const createPreview = ({ bucket, name }: FileDetail) =>
  callApi<FileLink>(`${bucketPath(bucket)}/previews`, { body: { name } });

/** Recorded in the audit log. */
export const createLink = ({ bucket, name }: FileDetail, expiresInSeconds: number) =>
  callApi<FileLink>(`${bucketPath(bucket)}/links`, { body: { name, expiresInSeconds } });

export const deleteFile = ({ bucket, name }: FileDetail, reason: string) =>
  callApi<void>(`${bucketPath(bucket)}/deletions`, { body: { name, reason } });
