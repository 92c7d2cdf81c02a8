import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import fresh from 'fresh';
import { Logger } from '../../../../platform/logging/logger.js';
import { TargetClosedError, type ByteRange } from '../../backends/storage-backend.port.js';
import { InvalidRangeError } from '../../core/storage-errors.js';
import { StorageMetrics } from '../../core/storage-metrics.js';
import { ReadObject, type FindFile, type ServedFile } from '../read-object.js';
import { servingHeaders } from './serving-headers.js';

/** Sends the bytes of an object, or of a range of it, unless the client has them already. */
@Injectable()
export class SendObject {
  constructor(
    private readonly readObject: ReadObject,
    private readonly metrics: StorageMetrics,
    private readonly logger: Logger,
  ) {}

  /**
   * Adds `headers` to those of the file. `find` is called again if the object is replaced before its bytes are opened. Throws
   * {@link InvalidRangeError}.
   */
  async send(
    find: FindFile,
    request: Request,
    response: Response,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<void> {
    const { download } = request.query;
    const name = typeof download === 'string' ? download : undefined;
    const setHeaders = (file: ServedFile) =>
      response.setHeaders(new Map(Object.entries({ ...servingHeaders(file, name), ...headers })));
    const found = await find();
    setHeaders(found);
    if (isFresh(found, request)) return void response.status(304).end();
    if (request.method === 'HEAD')
      return void response.set('Content-Length', String(found.size)).status(200).end();
    const opened = await this.readObject.open(found, find, (file) => parseRange(file, request, response));
    const { file, range, sendBytes } = opened;
    if (file !== found) setHeaders(file);
    const length = range ? range.end - range.start + 1 : file.size;
    response.set('Content-Length', String(length)).status(range ? 206 : 200);
    if (range) response.set('Content-Range', `bytes ${range.start}-${range.end}/${file.size}`);
    try {
      await sendBytes(response);
      response.end();
      this.metrics.transferred.inc({ direction: 'download' }, length);
    } catch (error) {
      if (!(error instanceof TargetClosedError)) this.logger.warn('sending file failed', { error });
      response.destroy();
    }
  }
}

/** A client that sends `Cache-Control: no-cache` wants to hear from the origin, which is us. */
function isFresh({ etag, updatedAt }: ServedFile, { headers }: Request): boolean {
  const { 'if-none-match': noneMatch, 'if-modified-since': modifiedSince } = headers;
  const conditions = { 'if-none-match': noneMatch, 'if-modified-since': modifiedSince };
  return fresh(conditions, { etag, 'last-modified': updatedAt.toUTCString() });
}

/** The single range that is requested, if it applies to this version. A request for several ranges gets the whole file. */
function parseRange(file: ServedFile, request: Request, response: Response): ByteRange | undefined {
  const condition = request.get('if-range');
  if (condition !== undefined && condition !== file.etag && condition !== file.updatedAt.toUTCString())
    return undefined;
  const ranges = request.range(file.size, { combine: true });
  if (ranges === -1) {
    response.set('Content-Range', `bytes */${file.size}`);
    throw new InvalidRangeError();
  }
  return typeof ranges === 'object' && ranges.type === 'bytes' && ranges.length === 1 ? ranges[0] : undefined;
}
