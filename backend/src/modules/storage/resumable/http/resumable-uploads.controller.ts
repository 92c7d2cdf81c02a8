import { Delete, Head, Headers, HttpCode, Param, Patch, Post, Req, Res } from '@nestjs/common';
import { ApiBearerAuth, ApiOperation, ApiResponse } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import type { StorageCaller } from '../../buckets/access-policy.js';
import { CurrentStorageCaller } from '../../protocol/storage-caller.guard.js';
import { RESUMABLE_UPLOADS, StorageController } from '../../protocol/storage-routes.js';
import { TusErrorFilter } from '../../protocol/tus-error.filter.js';
import { ResumableUploadRequests } from './resumable-upload-requests.js';
import { TusErrors, TusHeaders, TusResponse, UploadIdParam } from './tus-documentation.js';

/** Resumable uploads, by the TUS protocol 1.0.0. Every request needs a token. */
@StorageController(TusErrorFilter)
@ApiBearerAuth('session')
export class ResumableUploadsController {
  constructor(private readonly requests: ResumableUploadRequests) {}

  @Post('upload/resumable')
  @ApiOperation({
    summary: 'Begin a resumable upload',
    description:
      'TUS 1.0.0. `Upload-Metadata` has `bucketName` and `objectName`, and optionally `contentType`, `cacheControl` (seconds) and ' +
      '`metadata` (JSON). The body may have the first bytes.',
  })
  @TusHeaders('Upload-Length', 'Upload-Metadata', 'x-upsert')
  @TusResponse(201, 'The URL of the upload is in `Location`.', 'Location', 'Upload-Offset')
  @TusErrors()
  create(
    @CurrentStorageCaller() caller: StorageCaller,
    @Headers('x-upsert') upsert: string | undefined,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const uploader = { caller, upsert: upsert === 'true' };
    return this.requests.create(uploader, RESUMABLE_UPLOADS, request, response);
  }

  @Head('upload/resumable/:id')
  @ApiOperation({ summary: 'Retrieve the offset of a resumable upload' })
  @UploadIdParam()
  @TusHeaders()
  @TusResponse(200, 'The number of bytes received is in `Upload-Offset`.', 'Upload-Offset', 'Upload-Length')
  @TusErrors()
  find(
    @CurrentStorageCaller() caller: StorageCaller,
    @Param('id') id: string,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    return this.requests.find(id, { caller, upsert: false }, request, response);
  }

  @Patch('upload/resumable/:id')
  @ApiOperation({ summary: 'Send bytes of a resumable upload' })
  @UploadIdParam()
  @TusHeaders('Upload-Offset', 'Upload-Length')
  @TusResponse(204, 'The bytes were stored. After the last ones, the object exists.', 'Upload-Offset')
  @TusErrors()
  append(
    @CurrentStorageCaller() caller: StorageCaller,
    @Param('id') id: string,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    return this.requests.append(id, { caller, upsert: false }, request, response);
  }

  @Delete('upload/resumable/:id')
  @HttpCode(204)
  @ApiOperation({ summary: 'Terminate a resumable upload and delete its bytes' })
  @UploadIdParam()
  @TusHeaders()
  @ApiResponse({ status: 204, description: 'The upload no longer exists.' })
  @TusErrors()
  discard(@CurrentStorageCaller() caller: StorageCaller, @Param('id') id: string): Promise<void> {
    return this.requests.discard(id, { caller, upsert: false });
  }
}
