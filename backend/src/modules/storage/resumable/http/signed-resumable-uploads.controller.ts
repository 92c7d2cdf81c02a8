import { Delete, Head, Headers, HttpCode, Param, Patch, Post, Req, Res } from '@nestjs/common';
import { ApiOperation, ApiResponse } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { IgnoredToken } from '../../protocol/storage-caller.guard.js';
import { RESUMABLE_UPLOADS, StorageController } from '../../protocol/storage-routes.js';
import { TusErrorFilter } from '../../protocol/tus-error.filter.js';
import { ResumableUploadRequests } from './resumable-upload-requests.js';
import { TusErrors, TusHeaders, TusResponse, UploadIdParam } from './tus-documentation.js';

/** Resumable uploads with the token of a signed upload URL in `x-signature`, which every request needs. */
@StorageController(TusErrorFilter)
export class SignedResumableUploadsController {
  constructor(private readonly requests: ResumableUploadRequests) {}

  @Post('upload/resumable/sign')
  @IgnoredToken()
  @ApiOperation({ summary: 'Begin a resumable upload with a signed upload URL' })
  @TusHeaders('Upload-Length', 'Upload-Metadata', 'x-signature')
  @TusResponse(201, 'The URL of the upload is in `Location`.', 'Location', 'Upload-Offset')
  @TusErrors()
  create(
    @Headers('x-signature') signature = '',
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    return this.requests.create({ signature }, `${RESUMABLE_UPLOADS}/sign`, request, response);
  }

  @Head('upload/resumable/sign/:id')
  @IgnoredToken()
  @ApiOperation({ summary: 'Retrieve the offset of a signed resumable upload' })
  @UploadIdParam()
  @TusHeaders('x-signature')
  @TusResponse(200, 'The number of bytes received is in `Upload-Offset`.', 'Upload-Offset', 'Upload-Length')
  @TusErrors()
  find(
    @Headers('x-signature') signature = '',
    @Param('id') id: string,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    return this.requests.find(id, { signature }, request, response);
  }

  @Patch('upload/resumable/sign/:id')
  @IgnoredToken()
  @ApiOperation({ summary: 'Send bytes of a signed resumable upload' })
  @UploadIdParam()
  @TusHeaders('Upload-Offset', 'Upload-Length', 'x-signature')
  @TusResponse(204, 'The bytes were stored. After the last ones, the object exists.', 'Upload-Offset')
  @TusErrors()
  append(
    @Headers('x-signature') signature = '',
    @Param('id') id: string,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    return this.requests.append(id, { signature }, request, response);
  }

  @Delete('upload/resumable/sign/:id')
  @HttpCode(204)
  @IgnoredToken()
  @ApiOperation({ summary: 'Terminate a signed resumable upload and delete its bytes' })
  @UploadIdParam()
  @TusHeaders('x-signature')
  @ApiResponse({ status: 204, description: 'The upload no longer exists.' })
  @TusErrors()
  discard(@Headers('x-signature') signature = '', @Param('id') id: string): Promise<void> {
    return this.requests.discard(id, { signature });
  }
}
