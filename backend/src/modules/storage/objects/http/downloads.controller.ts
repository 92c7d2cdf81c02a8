import { Get, Param, Query, Req, Res } from '@nestjs/common';
import { ApiBearerAuth, ApiOperation } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { CurrentStorageCaller, IgnoredToken, OptionalToken } from '../../protocol/storage-caller.guard.js';
import { StorageErrors } from '../../protocol/storage-documentation.js';
import { ObjectName, SignedBucket, StorageController } from '../../protocol/storage-routes.js';
import type { StorageCaller } from '../../buckets/access-policy.js';
import { SignedUrls } from '../../signing/signed-urls.js';
import { FindObject } from '../find-object.js';
import { assertCurrentVersion } from './object-input.js';
import { BAD_RANGE, FileResponse, READ_ERRORS, TOKEN_ERRORS, TokenQuery } from './download-documentation.js';
import { SendObject } from './send-object.js';

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
    assertCurrentVersion(request.query);
    const find = () => this.findObject.public({ bucketId: bucket, name });
    await this.sendObject.send(find, request, response);
  }

  @Get('object/sign/:bucket/*path')
  @IgnoredToken()
  @ApiOperation({ summary: 'Download an object with a signed URL' })
  @TokenQuery()
  @FileResponse()
  @StorageErrors([...READ_ERRORS, ...TOKEN_ERRORS], BAD_RANGE)
  async sendSigned(
    @SignedBucket() bucket: string,
    @ObjectName() name: string,
    @Query('token') token: unknown,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    assertCurrentVersion(request.query);
    const object = { bucketId: bucket, name };
    const { expiresAt } = await this.signedUrls.verifyDownload(String(token), object, { transformed: false });
    const find = () => this.findObject.existing(object);
    await this.sendObject.send(find, request, response, { Expires: expiresAt.toUTCString() });
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
    assertCurrentVersion(request.query);
    const find = () => this.findObject.downloadable({ bucketId: bucket, name }, caller);
    await this.sendObject.send(find, request, response);
  }
}
