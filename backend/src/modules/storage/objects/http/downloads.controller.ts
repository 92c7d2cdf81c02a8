import { Get, Param, Query, Req, Res } from '@nestjs/common';
import { ApiBearerAuth, ApiOperation, ApiProduces, ApiQuery, ApiResponse } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { CurrentStorageCaller, IgnoredToken, OptionalToken } from '../../protocol/storage-caller.guard.js';
import { BucketParam, PathParam, StorageErrors } from '../../protocol/storage-documentation.js';
import { ObjectName, StorageController } from '../../protocol/storage-routes.js';
import type { StorageCaller } from '../../buckets/access-policy.js';
import { SignedUrls } from '../../signing/signed-urls.js';
import { applyDecorators } from '@nestjs/common';
import { FindObject } from '../find-object.js';
import { assertPlainDownload } from './object-input.js';
import { SendObject } from './send-object.js';

const BYTES = { schema: { type: 'string' as const, format: 'binary' } };

/** Documents a route that sends a file. */
const FileResponse = () =>
  applyDecorators(
    BucketParam(),
    PathParam(),
    ApiProduces('*/*'),
    ApiQuery({
      name: 'download',
      required: false,
      schema: { type: 'string', maxLength: 1024, example: 'photo.png' },
      description: 'Downloads the file, under this name if not empty.',
    }),
    ApiResponse({ status: 200, description: 'The file.', content: { '*/*': BYTES } }),
    ApiResponse({ status: 206, description: 'The requested range of the file.', content: { '*/*': BYTES } }),
    ApiResponse({ status: 304, description: 'The client has the current version.' }),
  );
const READ_ERRORS = ['NoSuchBucket', 'NoSuchKey', 'InvalidKey', 'NotSupported'];
const BAD_RANGE = { 416: ['InvalidRange'] };

/** Downloads by public URL, signed URL and token. HEAD is served, too. */
@StorageController()
export class DownloadsController {
  constructor(
    private readonly findObject: FindObject,
    private readonly sendObject: SendObject,
    private readonly signedUrls: SignedUrls,
  ) {}

  @Get('object/public/:bucket/*path')
  @IgnoredToken()
  @ApiOperation({ summary: 'Download an object of a public bucket' })
  @FileResponse()
  @StorageErrors(READ_ERRORS, BAD_RANGE)
  async sendPublic(
    @Param('bucket') bucket: string,
    @ObjectName() name: string,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    assertPlainDownload(request.query);
    await this.sendObject.send(() => this.findObject.public(bucket, name), request, response);
  }

  @Get('object/sign/:bucket/*path')
  @IgnoredToken()
  @ApiOperation({ summary: 'Download an object with a signed URL' })
  @ApiQuery({ name: 'token', required: true, schema: { type: 'string', example: 'eyJhbGciOiJIUzI1NiJ9…' } })
  @FileResponse()
  @StorageErrors([...READ_ERRORS, 'InvalidJWT', 'InvalidSignature', 'ExpiredToken'], BAD_RANGE)
  async sendSigned(
    @Param('bucket') bucket: string,
    @ObjectName() name: string,
    @Query('token') token: unknown,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    assertPlainDownload(request.query);
    const expiresAt = await this.signedUrls.verifyDownload(String(token), { bucketId: bucket, name });
    await this.sendObject.send(() => this.findObject.existing(bucket, name), request, response, {
      expiresAt,
    });
  }

  @Get('object/authenticated/:bucket/*path')
  @ApiBearerAuth('session')
  @ApiOperation({ summary: 'Download an object with a token' })
  @FileResponse()
  @StorageErrors(READ_ERRORS, BAD_RANGE)
  sendAuthenticated(
    @CurrentStorageCaller() caller: StorageCaller,
    @Param('bucket') bucket: string,
    @ObjectName() name: string,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    return this.send(caller, bucket, name, request, response);
  }

  // After the more specific routes, which it would match too.
  @Get('object/:bucket/*path')
  @OptionalToken()
  @ApiBearerAuth('session')
  @ApiOperation({ summary: 'Download an object', description: 'A public bucket needs no token.' })
  @FileResponse()
  @StorageErrors(READ_ERRORS, BAD_RANGE)
  async send(
    @CurrentStorageCaller() caller: StorageCaller,
    @Param('bucket') bucket: string,
    @ObjectName() name: string,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    assertPlainDownload(request.query);
    await this.sendObject.send(() => this.findObject.downloadable(bucket, name, caller), request, response);
  }
}
