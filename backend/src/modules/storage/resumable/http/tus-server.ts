import { Injectable } from '@nestjs/common';
import { Server } from '@tus/server';
import type { Request, Response } from 'express';
import { Readable } from 'node:stream';
import { Settings } from '../../../../platform/config/settings.js';
import { ResumableFiles } from '../../backends/resumable-files.js';
import { EntityTooLargeError, TusError, UploadExpiredError } from '../../core/storage-errors.js';
import { StorageMetrics } from '../../core/storage-metrics.js';
import { getFileSizeLimit } from '../../objects/store-object.js';
import { RESUMABLE_UPLOADS } from '../../protocol/storage-routes.js';
import type { AuthorizedUpload } from '../authorize-upload.js';
import { CompleteUpload } from '../complete-upload.js';
import { toVersionKey } from '../finish-upload-file.js';
import { UploadLeases } from '../upload-leases.js';

/** How long a request may keep writing while another one waits. */
const DRAIN_MS = 1000;

/** One request that may write to this upload. */
interface Exchange {
  authorized: AuthorizedUpload;
  /** Of the upload. */
  url: string;
  /** What a callback threw. The TUS server only preserves its status. */
  error?: unknown;
}

type TusRequest = Parameters<Server['handleWeb']>[0];

/** The TUS protocol, for requests that are already authorized. */
@Injectable()
export class TusServer {
  private readonly server: Server;
  private readonly exchanges = new WeakMap<object, Exchange>();

  constructor(
    private readonly files: ResumableFiles,
    private readonly metrics: StorageMetrics,
    leases: UploadLeases,
    completeUpload: CompleteUpload,
    settings: Settings,
  ) {
    const getExchange = (request: object) => this.exchanges.get(request)!;
    const storeId = (request: object) => files.toId(toVersionKey(getExchange(request).authorized.upload));
    this.server = new Server({
      path: RESUMABLE_UPLOADS,
      datastore: files.store,
      lockDrainTimeout: DRAIN_MS,
      locker: (request) => ({ newLock: () => leases.create(getExchange(request).authorized.upload.id) }),
      maxSize: (request) => getFileSizeLimit(getExchange(request).authorized.bucket, settings),
      namingFunction: storeId,
      getFileIdFromRequest: storeId,
      generateUrl: (request) => getExchange(request).url,
      onUploadFinish: async (request) => {
        await completeUpload.complete(getExchange(request).authorized);
        return {};
      },
      onResponseError: (request, error) => {
        getExchange(request).error = error;
        return undefined;
      },
    });
  }

  /** Throws the error instead of sending an error response. */
  async handle(request: Request, response: Response, exchange: Exchange): Promise<void> {
    const tusRequest = toTusRequest(request, response);
    this.exchanges.set(tusRequest, exchange);
    const result = await this.server.handleWeb(tusRequest);
    if (result.status >= 400) {
      if (!request.complete) response.setHeader('Connection', 'close');
      throw toStorageError(exchange.error, result.status, await result.text());
    }
    const offset = Number(result.headers.get('upload-offset') ?? 0);
    const start = Number(request.get('upload-offset') ?? 0);
    if (request.method !== 'HEAD') this.metrics.transferred.inc({ direction: 'upload' }, offset - start);
    const { upload } = exchange.authorized;
    response.status(result.status).setHeader('Upload-Expires', upload.expiresAt.toUTCString());
    for (const [name, value] of result.headers)
      if (!name.startsWith('access-control-')) response.setHeader(name, value);
    response.end();
  }
}

/** What the TUS server reads of a request. The body is opened only when it is needed. */
function toTusRequest(request: Request, response: Response): TusRequest {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) headers.set(name, String(value));
  return {
    method: request.method,
    url: `http://localhost${request.originalUrl}`,
    headers,
    runtime: { name: 'node', node: { req: request, res: response } },
    get body() {
      return Readable.toWeb(request) as ReadableStream;
    },
  } as unknown as TusRequest;
}

function toStorageError(thrown: unknown, status: number, body: string): unknown {
  const tusError = thrown as { status_code?: number } | undefined;
  if (thrown instanceof Error && tusError?.status_code === undefined) return thrown;
  if (status === 404 || status === 410) return new UploadExpiredError();
  if (status === 413) return new EntityTooLargeError();
  if (status >= 500) return new Error(`The TUS server failed: ${body}`, { cause: thrown });
  return new TusError(status, body.trim());
}
