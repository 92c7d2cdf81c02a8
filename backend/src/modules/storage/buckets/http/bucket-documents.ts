import { ApiProperty } from '@nestjs/swagger';
import { GRANTEES, type Grantee } from '../bucket-rules.js';

const NAME = { example: 'avatars', maxLength: 100 };
const TIME = { format: 'date-time', example: '2026-11-22T10:00:00.000Z' };
const SIZE_LIMIT = { nullable: true, example: 5_000_000, description: 'Size limit of a file in bytes.' };
const MIME_TYPES = {
  type: [String] as [StringConstructor],
  nullable: true,
  maxItems: 100,
  example: ['image/*'],
  description: 'Allowed media types; `image/*` and `*` are patterns.',
};

export class BucketDocument {
  @ApiProperty(NAME)
  id: string;
  @ApiProperty(NAME)
  name: string;
  @ApiProperty({ example: '', description: 'ID of the user who created it; empty for the service role.' })
  owner: string;
  @ApiProperty({ description: 'Anyone with the URL of an object can download it.' })
  public: boolean;
  @ApiProperty({ ...SIZE_LIMIT, type: 'integer' })
  file_size_limit: number | null;
  @ApiProperty(MIME_TYPES)
  allowed_mime_types: string[] | null;
  @ApiProperty(TIME)
  created_at: string;
  @ApiProperty(TIME)
  updated_at: string;
}

export class ListedBucketDocument extends BucketDocument {
  @ApiProperty({ enum: ['STANDARD'] })
  type: 'STANDARD';
}

const SIZE_INPUT = {
  required: false,
  nullable: true,
  type: String,
  example: '5mb',
  description: 'Bytes, as a number or with a decimal unit. Null: the limit of the server.',
};

export class UpdateBucketBody {
  @ApiProperty({ required: false })
  public?: boolean;
  @ApiProperty(SIZE_INPUT)
  file_size_limit?: number | string | null;
  @ApiProperty({ ...MIME_TYPES, required: false })
  allowed_mime_types?: string[] | null;
}

export class CreateBucketBody extends UpdateBucketBody {
  @ApiProperty(NAME)
  id: string;
  @ApiProperty({ ...NAME, required: false, description: 'The same as `id`.' })
  name?: string;
  @ApiProperty({ required: false, enum: ['STANDARD'] })
  type?: string;
}

export class CreatedBucketDocument {
  @ApiProperty(NAME)
  name: string;
}

export class MessageDocument {
  @ApiProperty({ example: 'Successfully updated' })
  message: string;
}

const GRANTEE_LIST = { isArray: true, enum: GRANTEES, maxItems: GRANTEES.length, example: ['owner'] };

/** Who may do what in a bucket. */
export class BucketRulesDocument {
  @ApiProperty({ ...GRANTEE_LIST, description: 'Download, and create signed URLs.' })
  read: Grantee[];
  @ApiProperty(GRANTEE_LIST)
  list: Grantee[];
  @ApiProperty({ ...GRANTEE_LIST, description: 'Upload and replace.' })
  write: Grantee[];
  @ApiProperty(GRANTEE_LIST)
  remove: Grantee[];
}
