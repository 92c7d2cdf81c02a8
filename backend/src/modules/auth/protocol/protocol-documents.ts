import { ApiProperty } from '@nestjs/swagger';
import { CAPTCHA_TOKEN } from '../../../platform/http/documentation.js';

export const EMAIL = { format: 'email', example: 'ada@example.com', maxLength: 254 };
export const PHONE = {
  example: '+15550100199',
  maxLength: 32,
  description: 'E.164. The plus sign and spaces are ignored.',
};
export const PASSWORD = { format: 'password', example: 'correct horse' };
/** The maximum length is in UTF-8 bytes, not characters. */
export const NEW_PASSWORD = { ...PASSWORD, maxLength: 72 };

export const anything = { type: Object, additionalProperties: true };
const METADATA_LIMIT =
  '`user_metadata` and `app_metadata` may have at most 4000 bytes of JSON together, or the limit in `AUTH_METADATA_MAX_BYTES`, because they are part of every access token.';
/** User metadata in requests. */
export const METADATA = {
  ...anything,
  example: { full_name: 'Ada Lovelace' },
  description: METADATA_LIMIT,
};

export class EmptyDocument {}

class MetaSecurity {
  @ApiProperty({ ...CAPTCHA_TOKEN, required: false })
  captcha_token?: string;
}

export class CaptchaBody {
  @ApiProperty({ required: false })
  gotrue_meta_security?: MetaSecurity;
}

export class EmailBody {
  @ApiProperty(EMAIL)
  email: string;
  @ApiProperty({ required: false })
  gotrue_meta_security?: MetaSecurity;
}

export class LinkRequestBody extends EmailBody {
  @ApiProperty({
    required: false,
    minLength: 43,
    maxLength: 128,
    example: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
    description:
      'Starts a PKCE flow: the link redirects with a `code` that can only be exchanged with the code verifier.',
  })
  code_challenge?: string;
  @ApiProperty({ required: false, enum: ['s256', 'plain'] })
  code_challenge_method?: string;
}
