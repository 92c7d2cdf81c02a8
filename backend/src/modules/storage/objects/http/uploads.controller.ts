import { applyDecorators, Headers, HttpCode, Param, Post, Put, Query, Req } from '@nestjs/common';
import {
  ApiBearerAuth,
  ApiBody,
  ApiConsumes,
  ApiHeader,
  ApiOkResponse,
  ApiOperation,
  ApiQuery,
} from '@nestjs/swagger';
import type { Request } from 'express';
import type { StorageCaller } from '../../buckets/access-policy.js';
import { CurrentStorageCaller, IgnoredToken } from '../../protocol/storage-caller.guard.js';
import { BucketParam, PathParam, StorageErrors } from '../../protocol/storage-documentation.js';
import { ObjectName, SignedBucket, StorageController } from '../../protocol/storage-routes.js';
import { SignedUrls } from '../../signing/signed-urls.js';
import { StoreObject } from '../store-object.js';
import { SignedUploadDocument, UploadedDocument } from './object-documents.js';
import { readUpload } from './upload-request.js';

/** Documents a route that receives a file. */
const FileBody = () =>
  applyDecorators(
    BucketParam(),
    PathParam(),
    ApiConsumes('*/*'),
    ApiHeader({
      name: 'cache-control',
      required: false,
      schema: { type: 'string', example: 'max-age=3600' },
    }),
    ApiHeader({
      name: 'x-metadata',
      required: false,
      schema: { type: 'string' },
      description: 'JSON in base64.',
    }),
    ApiHeader({ name: 'x-robots-tag', required: false, schema: { type: 'string', example: 'none' } }),
    ApiBody({
      description:
        'The file, of any type; or a form with one file and the fields `cacheControl` (seconds), `metadata` (JSON) and `contentType`.',
      schema: { type: 'string', format: 'binary' },
    }),
  );
const Upsert = () =>
  ApiHeader({ name: 'x-upsert', required: false, schema: { type: 'string', enum: ['true', 'false'] } });
const UPLOAD_ERRORS = ['NoSuchBucket', 'InvalidKey', 'InvalidMimeType', 'ResourceAlreadyExists', 'Aborted'];

/** Uploads. Bodies are streamed to the backend, whatever their size. */
@StorageController()
export class UploadsController {
  constructor(
    private readonly storeObject: StoreObject,
    private readonly signedUrls: SignedUrls,
  ) {}

  @Put('object/upload/sign/:bucket/*path')
  @IgnoredToken()
  @ApiOperation({ summary: 'Upload an object with a signed URL' })
  @ApiQuery({ name: 'token', required: true, schema: { type: 'string', example: 'eyJhbGciOiJIUzI1NiJ9…' } })
  @FileBody()
  @ApiOkResponse({ type: SignedUploadDocument })
  @StorageErrors([...UPLOAD_ERRORS, 'InvalidJWT', 'InvalidSignature', 'ExpiredToken'])
  async uploadSigned(
    @SignedBucket() bucket: string,
    @ObjectName() name: string,
    @Query('token') token: unknown,
    @Req() request: Request,
  ): Promise<SignedUploadDocument> {
    const { owner, upsert } = await this.signedUrls.verifyUpload(String(token), { bucketId: bucket, name });
    const grant = { ownerId: owner };
    await this.storeObject.store(bucket, name, { grant, upsert }, () => readUpload(request));
    return { Key: `${bucket}/${name}` };
  }

  @Post('object/:bucket/*path')
  @HttpCode(200)
  @ApiBearerAuth('session')
  @ApiOperation({ summary: 'Upload an object' })
  @Upsert()
  @FileBody()
  @ApiOkResponse({ type: UploadedDocument })
  @StorageErrors(UPLOAD_ERRORS)
  upload(
    @CurrentStorageCaller() caller: StorageCaller,
    @Param('bucket') bucket: string,
    @ObjectName() name: string,
    @Headers('x-upsert') upsert: string | undefined,
    @Req() request: Request,
  ): Promise<UploadedDocument> {
    return this.store(caller, bucket, name, upsert === 'true', request);
  }

  @Put('object/:bucket/*path')
  @ApiBearerAuth('session')
  @ApiOperation({ summary: 'Upload or replace an object' })
  @FileBody()
  @ApiOkResponse({ type: UploadedDocument })
  @StorageErrors(UPLOAD_ERRORS)
  replace(
    @CurrentStorageCaller() caller: StorageCaller,
    @Param('bucket') bucket: string,
    @ObjectName() name: string,
    @Req() request: Request,
  ): Promise<UploadedDocument> {
    return this.store(caller, bucket, name, true, request);
  }

  private async store(
    caller: StorageCaller,
    bucket: string,
    name: string,
    upsert: boolean,
    request: Request,
  ): Promise<UploadedDocument> {
    const { id } = await this.storeObject.store(bucket, name, { caller, upsert }, () => readUpload(request));
    return { Id: id, Key: `${bucket}/${name}` };
  }
}
