import { applyDecorators, Get, Param, Query, Req, Res } from '@nestjs/common';
import { ApiBearerAuth, ApiOperation, ApiQuery } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import type { StorageCaller } from '../../buckets/access-policy.js';
import {
  describeTransformation,
  formatImageOptions,
  IMAGE_FORMATS,
  MAX_DIMENSION,
  MAX_QUALITY,
  MIN_QUALITY,
  RESIZE_MODES,
  type ImageOptions,
} from '../../core/image-options.js';
import { ObjectNotFoundError } from '../../core/storage-errors.js';
import { imageOptions, parseImageOptions, resolveFormat } from '../../images/http/image-options-input.js';
import { FindObject, type DownloadedObject } from '../../objects/find-object.js';
import {
  BAD_RANGE,
  FileResponse,
  READ_ERRORS,
  TOKEN_ERRORS,
  TokenQuery,
} from '../../objects/http/download-documentation.js';
import { SendObject } from '../../objects/http/send-object.js';
import type { ServedFile } from '../../objects/read-object.js';
import { CurrentStorageCaller, IgnoredToken } from '../../protocol/storage-caller.guard.js';
import { StorageErrors } from '../../protocol/storage-documentation.js';
import type { StorageInput } from '../../protocol/storage-input.js';
import { ObjectName, SignedBucket, StorageController } from '../../protocol/storage-routes.js';
import { SignedUrls } from '../../signing/signed-urls.js';
import { RenderImage } from '../render-image.js';

const MAX_ATTEMPTS = 3;
const RENDER_ERRORS = [...READ_ERRORS, 'InvalidMimeType'];

const integer = (minimum: number, maximum: number, example: number) => ({
  required: false,
  schema: { type: 'integer' as const, minimum, maximum, example },
});

/** Documents the options of an image. */
const TransformationQuery = () =>
  applyDecorators(
    ApiQuery({ name: 'width', ...integer(0, MAX_DIMENSION, 256) }),
    ApiQuery({ name: 'height', ...integer(0, MAX_DIMENSION, 256) }),
    ApiQuery({ name: 'resize', required: false, enum: RESIZE_MODES }),
    ApiQuery({ name: 'quality', ...integer(MIN_QUALITY, MAX_QUALITY, 80) }),
    ApiQuery({
      name: 'format',
      required: false,
      enum: IMAGE_FORMATS,
      description: 'Default: WebP if the client accepts it, otherwise the format of the source.',
    }),
  );

/** Transformed images, under the same rules as the originals. */
@StorageController()
export class RenderController {
  constructor(
    private readonly findObject: FindObject,
    private readonly renderImage: RenderImage,
    private readonly sendObject: SendObject,
    private readonly signedUrls: SignedUrls,
  ) {}

  @Get('render/image/public/:bucket/*path')
  @IgnoredToken()
  @ApiOperation({ summary: 'Transform an image of a public bucket' })
  @TransformationQuery()
  @FileResponse()
  @StorageErrors(RENDER_ERRORS, BAD_RANGE)
  async sendPublic(
    @Param('bucket') bucket: string,
    @ObjectName() name: string,
    @Query() query: StorageInput,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const find = (imageOptions: string) => this.findObject.public({ bucketId: bucket, name, imageOptions });
    await this.send(find, imageOptions(query), request, response);
  }

  @Get('render/image/authenticated/:bucket/*path')
  @ApiBearerAuth('session')
  @ApiOperation({ summary: 'Transform an image' })
  @TransformationQuery()
  @FileResponse()
  @StorageErrors(RENDER_ERRORS, BAD_RANGE)
  async sendAuthenticated(
    @CurrentStorageCaller() caller: StorageCaller,
    @Param('bucket') bucket: string,
    @ObjectName() name: string,
    @Query() query: StorageInput,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const find = (imageOptions: string) =>
      this.findObject.downloadable({ bucketId: bucket, name, imageOptions }, caller);
    await this.send(find, imageOptions(query), request, response);
  }

  @Get('render/image/sign/:bucket/*path')
  @IgnoredToken()
  @ApiOperation({
    summary: 'Transform an image with a signed URL',
    description: 'The options are part of the token; those of the query are ignored.',
  })
  @TokenQuery()
  @FileResponse()
  @StorageErrors([...RENDER_ERRORS, ...TOKEN_ERRORS], BAD_RANGE)
  async sendSigned(
    @SignedBucket() bucket: string,
    @ObjectName() name: string,
    @Query('token') token: unknown,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const object = { bucketId: bucket, name };
    const { transformations, expiresAt } = await this.signedUrls.verifyDownload(String(token), object, {
      transformed: true,
    });
    const find = (imageOptions: string) => this.findObject.existing({ ...object, imageOptions });
    const headers = { Expires: expiresAt.toUTCString() };
    await this.send(find, parseImageOptions(transformations!), request, response, headers);
  }

  private async send(
    find: (imageOptions: string) => Promise<DownloadedObject>,
    requested: ImageOptions,
    request: Request,
    response: Response,
    moreHeaders: Readonly<Record<string, string>> = {},
  ): Promise<void> {
    const options = resolveFormat(requested, request.headers.accept);
    const imageOptions = formatImageOptions(options);
    const render = async (missing?: ServedFile): Promise<ServedFile> => {
      for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
        const image = await this.renderImage.render(await find(imageOptions), options, missing?.variantId);
        if (image) return image;
      }
      throw new ObjectNotFoundError();
    };
    const headers = {
      ...moreHeaders,
      'X-Transformations': describeTransformation(options),
      ...(requested.format === undefined ? { Vary: 'Accept' } : {}),
    };
    await this.sendObject.send(render, request, response, headers);
  }
}
