import { ApiProperty } from '@nestjs/swagger';

export class WeakPasswordReasons {
  @ApiProperty({ isArray: true, enum: ['length', 'characters', 'pwned'], maxItems: 3 })
  reasons: string[];
}

const WEAK_PASSWORD = { required: false, description: 'Present for the code `weak_password`.' };

/** Error format for callers that send `X-Supabase-Api-Version: 2024-01-01` or later. */
export class AuthErrorDocument {
  @ApiProperty({ description: 'Stable error code; use it to handle errors in code.' })
  code: string;
  @ApiProperty()
  message: string;
  @ApiProperty(WEAK_PASSWORD)
  weak_password?: WeakPasswordReasons;
}

/** Error format for callers that send no version or an earlier one. */
export class UnversionedErrorDocument {
  @ApiProperty({ type: 'integer', description: 'The HTTP status.' })
  code: number;
  @ApiProperty({ description: 'Stable error code; use it to handle errors in code.' })
  error_code: string;
  @ApiProperty()
  msg: string;
  @ApiProperty({
    required: false,
    description: 'Request ID for finding the error in the logs. Only for status 500 and above.',
  })
  error_id?: string;
  @ApiProperty(WEAK_PASSWORD)
  weak_password?: WeakPasswordReasons;
}

/** Error format of OAuth grants, regardless of the API version that the caller sends. */
export class OAuthErrorDocument {
  @ApiProperty({ example: 'invalid_grant' })
  error: string;
  @ApiProperty()
  error_description: string;
}
