import { ApiProperty } from '@nestjs/swagger';

export class EnrollFactorBody {
  @ApiProperty({ enum: ['totp', 'phone', 'webauthn'] })
  factor_type: string;
  @ApiProperty({ required: false, example: '+15550100199', maxLength: 32, description: 'For phone factors.' })
  phone?: string;
  @ApiProperty({
    required: false,
    maxLength: 100,
    example: 'My phone',
    description: 'Must be unique per user, even if empty.',
  })
  friendly_name?: string;
  @ApiProperty({
    required: false,
    maxLength: 100,
    example: 'Our company',
    description: 'Shown in the authenticator app. Defaults to the product name.',
  })
  issuer?: string;
}

export class FactorChangeBody {
  @ApiProperty({ required: false, maxLength: 100, example: 'My phone' })
  friendly_name?: string;
  @ApiProperty({
    required: false,
    example: '+15550100199',
    maxLength: 32,
    description: 'Phone factors only.',
  })
  phone?: string;
}

class AuthenticatorDocument {
  @ApiProperty({ description: 'SVG markup.' })
  qr_code: string;
  @ApiProperty({ description: 'Shown only once.' })
  secret: string;
  @ApiProperty({ format: 'uri' })
  uri: string;
}

export class EnrollmentDocument {
  @ApiProperty({ format: 'uuid' })
  id: string;
  @ApiProperty({ enum: ['totp', 'phone', 'webauthn'] })
  type: string;
  @ApiProperty({ required: false, description: 'Digits only; phone factors only.' })
  phone?: string;
  @ApiProperty()
  friendly_name: string;
  @ApiProperty({ required: false, description: 'Present for TOTP factors.' })
  totp?: AuthenticatorDocument;
}

const anything = { type: Object, additionalProperties: true };

class SiteBody {
  @ApiProperty({
    required: false,
    maxLength: 253,
    example: 'www.example.com',
    description: 'Domain of the site (relying party ID).',
  })
  rpId?: string;
}

export class ChallengeFactorBody {
  @ApiProperty({ required: false, enum: ['sms', 'whatsapp'], description: 'For phone factors.' })
  channel?: string;
  @ApiProperty({ required: false })
  webauthn?: SiteBody;
}

class CeremonyDocument {
  @ApiProperty({ enum: ['create', 'request'] })
  type: string;
  @ApiProperty({
    ...anything,
    description: '`publicKey` contains the WebAuthn options as JSON.',
  })
  credential_options: object;
}

export class ChallengeDocument {
  @ApiProperty({ format: 'uuid' })
  id: string;
  @ApiProperty({ enum: ['totp', 'phone', 'webauthn'] })
  type: string;
  @ApiProperty({ type: 'integer', description: 'Unix timestamp in seconds.' })
  expires_at: number;
  @ApiProperty({ required: false, description: 'Present for WebAuthn factors.' })
  webauthn?: CeremonyDocument;
}

class WebAuthnResponseBody {
  @ApiProperty({ enum: ['create', 'request'] })
  type: string;
  @ApiProperty({
    ...anything,
    example: { id: 'q3JfZx…', rawId: 'q3JfZx…', type: 'public-key', response: {} },
    description: 'The credential returned by the browser, as JSON.',
  })
  credential_response: object;
}

export class VerifyFactorBody {
  @ApiProperty({ format: 'uuid' })
  challenge_id: string;
  @ApiProperty({
    required: false,
    example: '123456',
    description: 'From the authenticator app or the text message.',
  })
  code?: string;
  @ApiProperty({ required: false, description: 'For WebAuthn factors.' })
  webauthn?: WebAuthnResponseBody;
}

export class RemovedFactorDocument {
  @ApiProperty({ format: 'uuid' })
  id: string;
}

export class RecoveryCodesStateDocument {
  @ApiProperty({ type: 'integer', minimum: 0, maximum: 10 })
  remaining: number;
  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    description: 'Null if none were ever generated.',
  })
  created_at: string | null;
}

export class RecoveryCodesDocument {
  @ApiProperty({ type: [String], minItems: 10, maxItems: 10, description: 'Formatted like `k7p2m-x9w4c`.' })
  codes: string[];
}

export class RecoveryFactorBody {
  @ApiProperty({
    required: false,
    maxLength: 100,
    example: 'Codes in the safe',
    description: 'Must be unique per user. Defaults to `Recovery codes`.',
  })
  friendly_name?: string;
}

export class RecoveryFactorStateDocument {
  @ApiProperty({ format: 'uuid', description: 'The ID under which the codes are listed among the factors.' })
  id: string;
  @ApiProperty({ enum: ['recovery_code'] })
  type: string;
  @ApiProperty({ type: 'integer', minimum: 10, maximum: 10 })
  total: number;
  @ApiProperty({ type: 'integer', minimum: 0, maximum: 10 })
  remaining: number;
}

export class RecoveryFactorDocument {
  @ApiProperty({ format: 'uuid', description: 'The ID under which the codes are listed among the factors.' })
  id: string;
  @ApiProperty({ enum: ['recovery_code'] })
  type: string;
  @ApiProperty()
  friendly_name: string;
  @ApiProperty({ type: 'integer', minimum: 10, maximum: 10 })
  total: number;
  @ApiProperty({ type: [String], minItems: 10, maxItems: 10, description: 'Formatted like `k7p2mx9w4c`.' })
  codes: string[];
}

export class UseRecoveryCodeBody {
  @ApiProperty({
    example: 'k7p2m-x9w4c',
    maxLength: 64,
    description: 'Case, spaces and dashes are ignored.',
  })
  code: string;
}
