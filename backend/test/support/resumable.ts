import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { Upload, type DetailedError } from 'tus-js-client';
import type { StorageFixture } from './storage.js';

export interface ResumableOptions {
  url: string;
  headers: Record<string, string>;
  bucket: string;
  name: string;
  metadata?: Record<string, string>;
  /** Ends in `/sign` for uploads with a signature. */
  path?: string;
  chunkSize?: number;
  /** Of an upload to resume. */
  uploadUrl?: string;
  uploadDataDuringCreation?: boolean;
  uploadLengthDeferred?: boolean;
  onProgress?(sent: number, upload: Upload): void;
}

/** The unmodified TUS client. Resolves with the URL of the upload; rejects with the client's error. */
export function uploadResumable(
  bytes: Buffer | Readable,
  {
    url,
    path = '/upload/resumable',
    bucket,
    name,
    metadata,
    onProgress,
    uploadUrl,
    ...options
  }: ResumableOptions,
): Promise<string> {
  return new Promise((resolve, reject) => {
    // The types know only the streams of browsers.
    const upload: Upload = new Upload(bytes as Buffer, {
      endpoint: `${url}/api/storage/v1${path}`,
      metadata: { bucketName: bucket, objectName: name, contentType: 'text/plain', ...metadata },
      retryDelays: [],
      storeFingerprintForResuming: false,
      ...(uploadUrl === undefined ? {} : { uploadUrl }),
      ...options,
      onProgress: (sent) => onProgress?.(sent, upload),
      onSuccess: () => resolve(upload.url!),
      onError: reject,
    });
    upload.start();
  });
}

/** Uploads until more than this many bytes were sent, then loses the connection. Resolves with the URL of the upload. */
export function interruptUpload(bytes: Buffer, after: number, options: ResumableOptions): Promise<string> {
  return new Promise((resolve, reject) => {
    uploadResumable(bytes, {
      ...options,
      onProgress(sent, upload) {
        if (sent <= after || upload.url === null) return;
        upload.abort().then(() => resolve(upload.url!), reject);
      },
    }).then(() => reject(new Error('The upload was not interrupted.')), reject);
  });
}

/** What the client reports for an upload that failed. */
export async function catchTusError(
  upload: Promise<unknown>,
): Promise<{ status: number; code: string; message: string }> {
  const error = await upload.then(
    () => {
      throw new Error('The upload succeeded.');
    },
    (thrown: DetailedError) => thrown,
  );
  if (!error.originalResponse) throw error;
  const { code, message } = JSON.parse(error.originalResponse.getBody()) as { code: string; message: string };
  return { status: error.originalResponse.getStatus(), code, message };
}

/** Headers of a request that begins an upload without the client. */
export function creationHeaders(
  bucket: string,
  name: string,
  size: number,
  contentType = 'text/plain',
): Record<string, string> {
  const metadata = Object.entries({ bucketName: bucket, objectName: name, contentType });
  return {
    'Tus-Resumable': '1.0.0',
    'Upload-Length': String(size),
    'Upload-Metadata': metadata
      .map(([key, value]) => `${key} ${Buffer.from(value).toString('base64')}`)
      .join(','),
  };
}

/** Files that the backend stores for an upload until it becomes an object. */
export async function listUploadFiles(
  { s3Folder, settings }: StorageFixture,
  url: string,
): Promise<string[]> {
  const id = url.slice(url.lastIndexOf('/') + 1);
  if (s3Folder === undefined)
    return (await readdir(join(settings.storage.folder, 'resumable'))).filter((name) => name.startsWith(id));
  const states = ['objects', 'multipart-uploads'].map(async (folder) => {
    const names = (await readdir(join(s3Folder, folder))).filter((name) => name.endsWith('.json'));
    return Promise.all(names.map((name) => readFile(join(s3Folder, folder, name), 'utf8')));
  });
  return (await Promise.all(states)).flat().filter((state) => state.includes(id));
}
