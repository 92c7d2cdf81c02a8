import type {
  FileBucket,
  FileDetail,
  FileEntry,
  FileLink,
  FileList,
  ItemList,
} from '@subscription-site/shared/contracts';
import type { ErrorCode } from '@subscription-site/shared/errors';
import { STORAGE_PATH } from '@subscription-site/shared/paths';
import { Body, Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { ApiBearerAuth, ApiNoContentResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { ValidationError } from '../../../platform/domain-error.js';
import { ApiErrors } from '../../../platform/http/documentation.js';
import { CurrentCaller, StaffRoute, type Caller } from '../../../platform/security/access.js';
import { Users } from '../../auth/index.js';
import { StoredFiles, type SignedLink } from '../../storage/index.js';
import {
  BucketListQuery,
  BucketListResponse,
  BucketParams,
  DeleteFileBody,
  FileDetailResponse,
  FileLinkBody,
  FileLinkResponse,
  FileListQuery,
  FileListResponse,
  FileQuery,
} from './file-documents.js';
import { STAFF_ERRORS } from './staff-errors.js';

const AUDITED = 'Recorded in the audit log.';
const FILE_ERRORS = {
  ...STAFF_ERRORS,
  404: ['not_found'],
  422: ['validation_failed'],
} satisfies Record<number, ErrorCode[]>;

/** Files of all buckets, for administrators. */
@ApiTags('admin')
@ApiBearerAuth('session')
@StaffRoute('admin')
@Controller('admin/v1/buckets')
export class FilesController {
  constructor(
    private readonly files: StoredFiles,
    private readonly users: Users,
  ) {}

  @Get()
  @ApiOperation({ summary: 'List buckets of the file storage (administrators)' })
  @ApiOkResponse({ type: BucketListResponse })
  @ApiErrors({ ...STAFF_ERRORS, 422: ['validation_failed'] })
  async buckets(@Query() { search }: BucketListQuery): Promise<ItemList<FileBucket>> {
    const buckets = await this.files.listBuckets(search || undefined);
    return {
      items: buckets.map(({ bucket, emptying }) => ({
        id: bucket.id,
        public: bucket.public,
        fileSizeLimit: bucket.fileSizeLimit,
        allowedMimeTypes: bucket.allowedMimeTypes,
        emptying: emptying !== null,
        emptyingProgress: emptying,
        createdAt: bucket.createdAt.toISOString(),
      })),
    };
  }

  @Get(':bucket/files')
  @ApiOperation({ summary: 'List the files of a folder (administrators)' })
  @ApiOkResponse({ type: FileListResponse })
  @ApiErrors(FILE_ERRORS)
  async list(
    @Param() { bucket }: BucketParams,
    @Query() { folder = '', search = '', cursor, limit = 50 }: FileListQuery,
  ): Promise<FileList> {
    const after = cursor === undefined ? undefined : decodeName(cursor);
    const query = { folder: folder && `${folder.replaceAll(/^\/+|\/+$/g, '')}/`, search, after };
    const found = await this.files.list(bucket, { ...query, limit: limit + 1 });
    const entries = found.slice(0, limit);
    const items = entries.map((entry): FileEntry =>
      entry.isFolder
        ? { name: entry.name, size: null, type: null, updatedAt: null }
        : {
            name: entry.name,
            size: Number(entry.size),
            type: entry.mimeType,
            updatedAt: entry.updatedAt.toISOString(),
          },
    );
    const last = found.length > limit ? entries.at(-1) : undefined;
    return { items, nextCursor: last ? encodeName(last.name) : null };
  }

  @Get(':bucket/file')
  @ApiOperation({ summary: "Retrieve a file's details (administrators)" })
  @ApiOkResponse({ type: FileDetailResponse })
  @ApiErrors(FILE_ERRORS)
  async find(@Param() { bucket }: BucketParams, @Query() { name }: FileQuery): Promise<FileDetail> {
    const { ownerId, ...file } = await this.files.find({ bucketId: bucket, name });
    const emails = await this.users.findEmails(ownerId ? [ownerId] : []);
    return {
      bucket,
      name,
      size: file.size,
      type: file.mimeType,
      etag: file.etag,
      cacheControl: file.cacheControl,
      ownerId,
      ownerEmail: (ownerId && emails.get(ownerId)) ?? null,
      metadata: file.userMetadata,
      createdAt: file.createdAt.toISOString(),
      updatedAt: file.updatedAt.toISOString(),
    };
  }

  @Post(':bucket/links')
  @HttpCode(200)
  @ApiOperation({ summary: 'Create a signed link to a file (administrators)', description: AUDITED })
  @ApiOkResponse({ type: FileLinkResponse })
  @ApiErrors({ 400: ['bad_json'], ...FILE_ERRORS })
  async link(
    @CurrentCaller() { userId }: Caller,
    @Param() { bucket }: BucketParams,
    @Body() { name, expiresInSeconds }: FileLinkBody,
  ): Promise<FileLink> {
    return toLink(await this.files.link(userId, { bucketId: bucket, name }, expiresInSeconds));
  }

  @Post(':bucket/previews')
  @HttpCode(200)
  @ApiOperation({
    summary: 'Create a link to a smaller copy of an image (administrators)',
    description: AUDITED,
  })
  @ApiOkResponse({ type: FileLinkResponse })
  @ApiErrors({ 400: ['bad_json'], ...FILE_ERRORS })
  async preview(
    @CurrentCaller() { userId }: Caller,
    @Param() { bucket }: BucketParams,
    @Body() { name }: FileQuery,
  ): Promise<FileLink> {
    return toLink(await this.files.preview(userId, { bucketId: bucket, name }));
  }

  @Post(':bucket/deletions')
  @HttpCode(204)
  @ApiOperation({ summary: 'Delete a file (administrators)', description: AUDITED })
  @ApiNoContentResponse({ description: 'The file was deleted.' })
  @ApiErrors({ 400: ['bad_json'], ...FILE_ERRORS })
  async delete(
    @CurrentCaller() { userId }: Caller,
    @Param() { bucket }: BucketParams,
    @Body() { name, reason }: DeleteFileBody,
  ): Promise<void> {
    await this.files.remove(userId, { bucketId: bucket, name }, reason);
  }
}

function encodeName(name: string): string {
  return Buffer.from(name).toString('base64url');
}

/** Throws `validation_failed` for anything that {@link encodeName} did not produce. */
function decodeName(cursor: string): string {
  const name = Buffer.from(cursor, 'base64url').toString();
  if (name === '' || name.includes('\0') || encodeName(name) !== cursor)
    throw new ValidationError([{ field: 'cursor', message: 'Use the nextCursor of the previous page.' }]);
  return name;
}

function toLink({ path, expiresAt }: SignedLink): FileLink {
  return { url: `${STORAGE_PATH}${path}`, expiresAt: expiresAt.toISOString() };
}
