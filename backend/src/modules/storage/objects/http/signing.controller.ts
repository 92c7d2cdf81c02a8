import { Body, Headers, HttpCode, Param, Post } from '@nestjs/common';
import { ApiBearerAuth, ApiBody, ApiHeader, ApiOkResponse, ApiOperation } from '@nestjs/swagger';
import type { StorageCaller } from '../../buckets/access-policy.js';
import { formatImageOptions } from '../../core/image-options.js';
import { imageOptions } from '../../images/http/image-options-input.js';
import { CurrentStorageCaller } from '../../protocol/storage-caller.guard.js';
import { BucketParam, PathParam, StorageErrors } from '../../protocol/storage-documentation.js';
import { readFields, textList } from '../../protocol/storage-input.js';
import { encodeQuestionMarks, ObjectName, StorageController } from '../../protocol/storage-routes.js';
import { CreateSignedUrls } from '../create-signed-urls.js';
import {
  SignBody,
  SignedPathDocument,
  SignedUrlDocument,
  SignManyBody,
  UploadUrlDocument,
} from './object-documents.js';
import { assertCurrentVersion, expiresIn } from './object-input.js';

const MAX_PATHS = 1000;

/** Creates URLs that work without a token until they expire. */
@StorageController()
@ApiBearerAuth('session')
export class SigningController {
  constructor(private readonly signedUrls: CreateSignedUrls) {}

  @Post('object/upload/sign/:bucket/*path')
  @HttpCode(200)
  @BucketParam()
  @PathParam()
  @ApiOperation({ summary: 'Create a signed URL for an upload' })
  @ApiHeader({ name: 'x-upsert', required: false, schema: { type: 'string', enum: ['true', 'false'] } })
  @ApiOkResponse({ type: UploadUrlDocument })
  @StorageErrors(['NoSuchBucket', 'InvalidKey', 'ResourceAlreadyExists'])
  async signUpload(
    @CurrentStorageCaller() caller: StorageCaller,
    @Param('bucket') bucket: string,
    @ObjectName() name: string,
    @Headers('x-upsert') upsert: string | undefined,
  ): Promise<UploadUrlDocument> {
    const token = await this.signedUrls.forUpload(caller, bucket, name, upsert === 'true');
    return { url: `/object/upload/sign/${encodePath(bucket, name)}?token=${token}`, token };
  }

  @Post('object/sign/:bucket')
  @HttpCode(200)
  @BucketParam()
  @ApiOperation({ summary: 'Create signed URLs for several downloads' })
  @ApiBody({ type: SignManyBody })
  @ApiOkResponse({ type: [SignedPathDocument] })
  @StorageErrors(['NoSuchBucket', 'MissingParameter'])
  async signMany(
    @CurrentStorageCaller() caller: StorageCaller,
    @Param('bucket') bucket: string,
    @Body() body: unknown,
  ): Promise<SignedPathDocument[]> {
    const paths = textList(readFields(body), 'paths', MAX_PATHS);
    const tokens = await this.signedUrls.forDownloads(caller, bucket, paths, expiresIn(body));
    return paths.map((path) => {
      const token = tokens.get(path);
      return token === undefined
        ? { error: 'Either the object does not exist or you do not have access to it', path, signedURL: null }
        : { error: null, path, signedURL: downloadUrl(bucket, path, token) };
    });
  }

  @Post('object/sign/:bucket/*path')
  @HttpCode(200)
  @BucketParam()
  @PathParam()
  @ApiOperation({ summary: 'Create a signed URL for a download or a transformed image' })
  @ApiBody({ type: SignBody })
  @ApiOkResponse({ type: SignedUrlDocument })
  @StorageErrors(['NoSuchBucket', 'NoSuchKey', 'InvalidKey', 'NotSupported'])
  async sign(
    @CurrentStorageCaller() caller: StorageCaller,
    @Param('bucket') bucket: string,
    @ObjectName() name: string,
    @Body() body: unknown,
  ): Promise<SignedUrlDocument> {
    assertCurrentVersion(readFields(body));
    const object = { bucketId: bucket, name };
    const transform = readFields(readFields(body).transform);
    if (Object.keys(transform).length === 0) {
      const token = await this.signedUrls.forDownload(caller, object, expiresIn(body));
      return { signedURL: downloadUrl(bucket, name, token) };
    }
    const transformations = formatImageOptions(imageOptions(transform));
    const token = await this.signedUrls.forDownload(caller, object, expiresIn(body), transformations);
    return { signedURL: `/render/image/sign/${encodePath(bucket, name)}?token=${token}` };
  }
}

/** Relative to the service. Clients encode it. */
function downloadUrl(bucket: string, name: string, token: string): string {
  return `/object/sign/${encodePath(bucket, name)}?token=${token}`;
}

function encodePath(bucket: string, name: string): string {
  return encodeQuestionMarks(`${bucket}/${name}`);
}
