import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { validate as isUuid } from 'uuid';
import { UploadNotFoundError } from '../../core/storage-errors.js';
import { AuthorizeUpload, type AuthorizedUpload, type Uploader } from '../authorize-upload.js';
import { CompleteUpload } from '../complete-upload.js';
import { CreateUpload } from '../create-upload.js';
import { DiscardUpload } from '../discard-upload.js';
import { TusServer } from './tus-server.js';
import { readUploadPlan } from './upload-metadata.js';

/** The requests of an upload, each authorized before the TUS server sees it. */
@Injectable()
export class ResumableUploadRequests {
  constructor(
    private readonly createUpload: CreateUpload,
    private readonly authorizeUpload: AuthorizeUpload,
    private readonly completeUpload: CompleteUpload,
    private readonly discardUpload: DiscardUpload,
    private readonly tusServer: TusServer,
  ) {}

  /** @param url of the route; the upload's own URL continues it */
  async create(uploader: Uploader, url: string, request: Request, response: Response): Promise<void> {
    const authorized = await this.createUpload.create(readUploadPlan(request), uploader);
    const { id } = authorized.upload;
    await this.tusServer.handle(request, response, { authorized, url: `${url}/${id}` });
  }

  async find(id: string, uploader: Uploader, request: Request, response: Response): Promise<void> {
    const authorized = await this.resume(id, uploader);
    const bytes = await this.completeUpload.sizeIfComplete(authorized);
    if (bytes === undefined)
      return this.tusServer.handle(request, response, { authorized, url: request.originalUrl });
    const size = String(bytes);
    response
      .status(200)
      .set({
        'Tus-Resumable': '1.0.0',
        'Upload-Offset': size,
        'Upload-Length': size,
        'Cache-Control': 'no-store',
      })
      .end();
  }

  async append(id: string, uploader: Uploader, request: Request, response: Response): Promise<void> {
    const authorized = await this.resume(id, uploader);
    await this.tusServer.handle(request, response, { authorized, url: request.originalUrl });
  }

  async discard(id: string, uploader: Uploader): Promise<void> {
    await this.resume(id, uploader);
    await this.discardUpload.discard(id);
  }

  private async resume(id: string, uploader: Uploader): Promise<AuthorizedUpload> {
    if (!isUuid(id)) throw new UploadNotFoundError();
    return this.authorizeUpload.resume(id, uploader);
  }
}
