import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import fresh from 'fresh';
import { pipeline } from 'node:stream/promises';
import { Clock } from '../../../../platform/clock.js';
import { Logger } from '../../../../platform/logging/logger.js';
import type { ByteRange } from '../../backends/storage-backend.port.js';
import { InvalidRangeError } from '../../core/storage-errors.js';
import { StorageMetrics } from '../../core/storage-metrics.js';
import type { StoredObject } from '../find-object.js';
import { ReadObject } from '../read-object.js';
import { servingHeaders } from './serving-headers.js';

export interface SendOptions {
  /** When the signed URL expires. */
  expiresAt?: Date;
}

/** Sends the bytes of an object, or of a range of it, unless the client has them already. */
@Injectable()
export class SendObject {
  constructor(
    private readonly readObject: ReadObject,
    private readonly metrics: StorageMetrics,
    private readonly logger: Logger,
    private readonly clock: Clock,
  ) {}

  /** `find` is called again if the object is replaced before its bytes are opened. Throws {@link InvalidRangeError}. */
  async send(
    find: () => Promise<StoredObject>,
    request: Request,
    response: Response,
    { expiresAt }: SendOptions = {},
  ): Promise<void> {
    const { download } = request.query;
    const options = {
      download: typeof download === 'string' ? download : undefined,
      expiresAt,
      now: this.clock.now(),
    };
    const setHeaders = (object: StoredObject) =>
      response.setHeaders(new Map(Object.entries(servingHeaders(object, options))));
    const found = await find();
    setHeaders(found);
    if (isFresh(found, request)) return void response.status(304).end();
    if (request.method === 'HEAD')
      return void response.set('Content-Length', String(found.size)).status(200).end();
    const opened = await this.readObject.open(found, find, (object) => rangeOf(object, request, response));
    const { object, range, bytes } = opened;
    setHeaders(object);
    const length = range ? range.end - range.start + 1 : object.size;
    response.set('Content-Length', String(length)).status(range ? 206 : 200);
    if (range) response.set('Content-Range', `bytes ${range.start}-${range.end}/${object.size}`);
    await this.stream(bytes, response, length);
  }

  private async stream(bytes: NodeJS.ReadableStream, response: Response, length: number): Promise<void> {
    try {
      await pipeline(bytes, response);
      this.metrics.transferred.inc({ direction: 'download' }, length);
    } catch (error) {
      // The client closed the connection.
      if ((error as NodeJS.ErrnoException).code === 'ERR_STREAM_PREMATURE_CLOSE') return;
      this.logger.warn('sending file failed', { error });
      response.destroy();
    }
  }
}

/** A client that sends `Cache-Control: no-cache` wants to hear from the origin, which is us. */
function isFresh({ etag, updatedAt }: StoredObject, { headers }: Request): boolean {
  const { 'if-none-match': noneMatch, 'if-modified-since': modifiedSince } = headers;
  const conditions = { 'if-none-match': noneMatch, 'if-modified-since': modifiedSince };
  return fresh(conditions, { etag, 'last-modified': updatedAt.toUTCString() });
}

/** The single range that is requested, if it applies to this version. Several ranges are answered with the whole file. */
function rangeOf(object: StoredObject, request: Request, response: Response): ByteRange | undefined {
  const condition = request.get('if-range');
  if (condition !== undefined && condition !== object.etag && condition !== object.updatedAt.toUTCString())
    return undefined;
  const ranges = request.range(object.size, { combine: true });
  if (ranges === -1) {
    response.set('Content-Range', `bytes */${object.size}`);
    throw new InvalidRangeError();
  }
  return typeof ranges === 'object' && ranges.type === 'bytes' && ranges.length === 1 ? ranges[0] : undefined;
}
