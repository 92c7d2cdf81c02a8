import { ApiProperty } from '@nestjs/swagger';

export class WeakPasswordReasons {
  @ApiProperty({ isArray: true, enum: ['length', 'characters', 'pwned'], maxItems: 3 })
  reasons: string[];
}

const WEAK_PASSWORD = { required: false, description: 'With the code `weak_password`.' };

/** Errors for callers that send `X-Supabase-Api-Version: 2024-01-01` or later. */
export class WireErrorDocument {
  @ApiProperty({ description: 'Stable; programs decide by it.' })
  code: string;
  @ApiProperty()
  message: string;
  @ApiProperty(WEAK_PASSWORD)
  weak_password?: WeakPasswordReasons;
}

/** The same errors for callers that name no version, or an earlier one. */
export class UnversionedErrorDocument {
  @ApiProperty({ type: 'integer', description: 'The HTTP status.' })
  code: number;
  @ApiProperty({ description: 'Stable; programs decide by it.' })
  error_code: string;
  @ApiProperty()
  msg: string;
  @ApiProperty({ required: false, description: 'From status 500 on: finds the request in the log.' })
  error_id?: string;
  @ApiProperty(WEAK_PASSWORD)
  weak_password?: WeakPasswordReasons;
}

/** Errors of a grant that OAuth defines, whatever version the caller names. */
export class OAuthErrorDocument {
  @ApiProperty({ example: 'invalid_grant' })
  error: string;
  @ApiProperty()
  error_description: string;
}
