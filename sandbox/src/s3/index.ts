/**
 * An S3-compatible object store: the operations that file storage and its resumable uploads need, by path-style URLs. Signatures
 * are verified; bodies signed chunk by chunk, presigned URLs, versions, tags and permissions are not supported.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { listen } from '../serving/listen.ts';
import type { Emulator } from '../emulator.ts';
import { BucketOperations } from './bucket-operations.ts';
import { Call, sendError } from './call.ts';
import { MultipartOperations } from './multipart-operations.ts';
import { MultipartUploads } from './multipart-uploads.ts';
import { ObjectOperations } from './object-operations.ts';
import { ObjectStore } from './object-store.ts';
import { notImplemented } from './s3-error.ts';
import { verifySignature, type Credentials } from './signature.ts';

const FIVE_GIB = 5 * 1024 ** 3;

export interface S3EmulatorOptions extends Credentials {
  host: string;
  port: number;
  /** Folder for objects and uploads. */
  dataDir: string;
  /** Buckets that exist from the start. */
  buckets: readonly string[];
  /** Limit of an upload or copy in one request; 5 GiB by default, as in S3. */
  maxPutBytes?: number;
}

export async function startS3Emulator(options: S3EmulatorOptions): Promise<Emulator> {
  const { host, port, dataDir, buckets, maxPutBytes = FIVE_GIB } = options;
  const objects = new ObjectStore(dataDir, buckets);
  const uploads = new MultipartUploads(dataDir);
  const bucketOperations = new BucketOperations(objects, uploads);
  const objectOperations = new ObjectOperations(objects, maxPutBytes);
  const multipartOperations = new MultipartOperations(uploads, objects, objectOperations);

  const execute = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const call = new Call(request, response, verifySignature(request, options));
    if (call.key === '') return bucketOperations.execute(call);
    bucketOperations.assertExists(call.bucket);
    const isUpload = call.query.has('uploadId');
    const isCopy = call.header('x-amz-copy-source') !== undefined;
    switch (request.method) {
      case 'PUT':
        if (isUpload)
          return isCopy ? multipartOperations.copyPart(call) : multipartOperations.uploadPart(call);
        return isCopy ? objectOperations.copy(call) : objectOperations.put(call);
      case 'GET':
        return isUpload ? multipartOperations.listParts(call) : objectOperations.get(call);
      case 'HEAD':
        return objectOperations.head(call);
      case 'DELETE':
        return isUpload ? multipartOperations.abort(call) : objectOperations.delete(call);
      case 'POST':
        if (isUpload) return multipartOperations.complete(call);
        if (call.query.has('uploads')) return multipartOperations.create(call);
    }
    throw notImplemented(`${request.method} ${request.url}`);
  };

  const server = createServer((request, response) => {
    execute(request, response).catch((error: unknown) => sendError(response, request, error));
  });
  // Parts can take a long time.
  server.requestTimeout = 0;
  const boundPort = await listen(server, { host, port, name: 'S3 emulator', setting: 'S3_EMULATOR_PORT' });
  return {
    url: `http://${host}:${boundPort}`,
    port: boundPort,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
