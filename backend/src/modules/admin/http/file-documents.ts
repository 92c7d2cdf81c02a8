import type {
  FileBucket,
  FileDetail,
  FileEntry,
  FileLink,
  FileList,
  ItemList,
} from '@subscription-site/shared/contracts';
import { ApiExtraModels, ApiProperty, ApiPropertyOptional, PickType } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { IsInt, IsOptional, IsString, Length, Matches, Max, MaxLength, Min } from 'class-validator';
import { nullable } from '../../subscriptions/index.js';
import { PageQuery } from './pages.js';
import { StaffReason } from './staff-reason.js';

const MAX_NAME_LENGTH = 1024;
const NAME = { example: 'folder/photo.png', minLength: 1, maxLength: MAX_NAME_LENGTH };
const WEEK_SECONDS = 604_800;
const nullableText = { type: String, nullable: true } as const;

export class BucketListQuery {
  @ApiPropertyOptional({ example: 'avatar', maxLength: 100, description: 'Part of a name.' })
  @IsOptional()
  @IsString()
  @MaxLength(100)
  search?: string;
}

class EmptyingProgressResponse {
  @ApiProperty({ type: 'integer', minimum: 0, example: 1200 }) removed: number;
  @ApiProperty({ type: 'integer', minimum: 0, example: 3800 }) remaining: number;
}

@ApiExtraModels(EmptyingProgressResponse)
class BucketResponse implements FileBucket {
  @ApiProperty({ example: 'avatars' }) id: string;
  @ApiProperty({ description: 'Whether anyone with the URL of a file can download it.' }) public: boolean;
  @ApiProperty({ type: 'integer', nullable: true, description: 'In bytes. Null: the default limit applies.' })
  fileSizeLimit: number | null;
  @ApiProperty({ type: [String], nullable: true, description: 'Null allows all.', example: ['image/*'] })
  allowedMimeTypes: string[] | null;
  @ApiProperty({ description: 'Whether its files are being deleted.' }) emptying: boolean;
  @ApiProperty({
    ...nullable(EmptyingProgressResponse),
    description: 'How many files have been deleted, and how many are left. Null unless it is being emptied.',
  })
  emptyingProgress: EmptyingProgressResponse | null;
  @ApiProperty({ format: 'date-time' }) createdAt: string;
}

export class BucketListResponse implements ItemList<FileBucket> {
  @ApiProperty({ type: [BucketResponse], description: 'By name, at most 500.' }) items: BucketResponse[];
}

export class BucketParams {
  @ApiProperty({ example: 'avatars', minLength: 1, maxLength: 100 })
  @IsString()
  @Length(1, 100)
  bucket: string;
}

export class FileListQuery extends PickType(PageQuery, ['limit']) {
  @ApiPropertyOptional({ example: 'folder', maxLength: MAX_NAME_LENGTH, description: 'Empty for the root.' })
  @IsOptional()
  @IsString()
  @MaxLength(MAX_NAME_LENGTH)
  folder?: string;

  @ApiPropertyOptional({
    example: 'photo',
    maxLength: MAX_NAME_LENGTH,
    description: 'Start of a name in the folder, case-insensitive.',
  })
  @IsOptional()
  @IsString()
  @MaxLength(MAX_NAME_LENGTH)
  search?: string;

  @ApiPropertyOptional({
    example: 'Zm9sZGVyL2I',
    maxLength: 2000,
    description: '`nextCursor` of the previous page.',
  })
  @IsOptional()
  @IsString()
  @Matches(/^[\w-]*$/, { message: 'cursor must be the nextCursor of an earlier page' })
  @MaxLength(2000)
  cursor?: string;
}

class FileEntryResponse implements FileEntry {
  @ApiProperty({ ...NAME, description: 'A folder ends with a slash, and its other fields are null.' })
  name: string;
  @ApiProperty({ type: 'integer', nullable: true, description: 'In bytes.' }) size: number | null;
  @ApiProperty({ ...nullableText, example: 'image/png' }) type: string | null;
  @ApiProperty({ ...nullableText, format: 'date-time' }) updatedAt: string | null;
}

export class FileListResponse implements FileList {
  @ApiProperty({ type: [FileEntryResponse], description: 'By name.' }) items: FileEntryResponse[];
  @ApiProperty({ ...nullableText, description: 'Opaque; pass as `cursor` to get the next page.' })
  nextCursor: string | null;
}

export class FileQuery {
  @ApiProperty(NAME)
  @IsString()
  @Length(1, MAX_NAME_LENGTH)
  name: string;
}

export class FileDetailResponse implements FileDetail {
  @ApiProperty({ example: 'avatars' }) bucket: string;
  @ApiProperty(NAME) name: string;
  @ApiProperty({ type: 'integer', description: 'In bytes.' }) size: number;
  @ApiProperty({ example: 'image/png' }) type: string;
  @ApiProperty({ description: 'SHA-256 of the content.' }) etag: string;
  @ApiProperty({ example: 'max-age=3600' }) cacheControl: string;
  @ApiProperty({ ...nullableText, format: 'uuid', description: 'Null for the service role.' })
  ownerId: string | null;
  @ApiProperty({ ...nullableText, description: 'Null if that user no longer exists.' })
  ownerEmail: string | null;
  @ApiProperty({ type: Object, additionalProperties: true, description: 'Set by the uploader.' })
  metadata: Record<string, unknown>;
  @ApiProperty({ format: 'date-time' }) createdAt: string;
  @ApiProperty({ format: 'date-time' }) updatedAt: string;
}

export class FileLinkBody extends FileQuery {
  @ApiProperty({ type: 'integer', minimum: 60, maximum: WEEK_SECONDS, example: 3600 })
  @Type(() => Number)
  @IsInt()
  @Min(60)
  @Max(WEEK_SECONDS)
  expiresInSeconds: number;
}

export class FileLinkResponse implements FileLink {
  @ApiProperty({ example: '/api/storage/v1/object/sign/avatars/photo.png?token=…' }) url: string;
  @ApiProperty({ format: 'date-time' }) expiresAt: string;
}

export class DeleteFileBody extends FileQuery {
  @StaffReason('Shows a person who did not agree.')
  reason: string;
}
