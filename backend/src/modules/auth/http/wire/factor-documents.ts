import { ApiProperty } from '@nestjs/swagger';

export class EnrollFactorBody {
  @ApiProperty({ enum: ['totp', 'phone', 'webauthn'] })
  factor_type: string;
  @ApiProperty({ required: false, example: '+15550100199', maxLength: 32, description: 'Of a phone.' })
  phone?: string;
  @ApiProperty({
    required: false,
    maxLength: 100,
    example: 'My phone',
    description: 'One of a kind for each account; empty counts too.',
  })
  friendly_name?: string;
  @ApiProperty({
    required: false,
    maxLength: 100,
    example: 'Our company',
    description: 'What the app shows; the product by default.',
  })
  issuer?: string;
}

export class FactorChangeBody {
  @ApiProperty({ required: false, maxLength: 100, example: 'My phone' })
  friendly_name?: string;
  @ApiProperty({ required: false, example: '+15550100199', maxLength: 32, description: 'Of a phone alone.' })
  phone?: string;
}

class AuthenticatorDocument {
  @ApiProperty({ description: 'SVG text.' })
  qr_code: string;
  @ApiProperty({ description: 'Shown this once.' })
  secret: string;
  @ApiProperty({ format: 'uri' })
  uri: string;
}

export class EnrollmentDocument {
  @ApiProperty({ format: 'uuid' })
  id: string;
  @ApiProperty({ enum: ['totp', 'phone', 'webauthn'] })
  type: string;
  @ApiProperty({ required: false, description: 'Digits; of a phone.' })
  phone?: string;
  @ApiProperty()
  friendly_name: string;
  @ApiProperty({ required: false, description: 'Of an authenticator app.' })
  totp?: AuthenticatorDocument;
}

const anything = { type: Object, additionalProperties: true };

class SiteBody {
  @ApiProperty({
    required: false,
    maxLength: 253,
    example: 'www.example.com',
    description: 'Host of the site.',
  })
  rpId?: string;
}

export class ChallengeFactorBody {
  @ApiProperty({ required: false, enum: ['sms', 'whatsapp'], description: 'Of a phone.' })
  channel?: string;
  @ApiProperty({ required: false })
  webauthn?: SiteBody;
}

class CeremonyDocument {
  @ApiProperty({ enum: ['create', 'request'] })
  type: string;
  @ApiProperty({
    ...anything,
    description: 'Under `publicKey` what the browser asks the device for, as JSON.',
  })
  credential_options: object;
}

export class ChallengeDocument {
  @ApiProperty({ format: 'uuid' })
  id: string;
  @ApiProperty({ enum: ['totp', 'phone', 'webauthn'] })
  type: string;
  @ApiProperty({ type: 'integer', description: 'Seconds since 1970.' })
  expires_at: number;
  @ApiProperty({ required: false, description: 'Of a key on a device.' })
  webauthn?: CeremonyDocument;
}

class WebAuthnResponseBody {
  @ApiProperty({ enum: ['create', 'request'] })
  type: string;
  @ApiProperty({
    ...anything,
    example: { id: 'q3JfZx…', rawId: 'q3JfZx…', type: 'public-key', response: {} },
    description: 'What the browser got from the device, as JSON.',
  })
  credential_response: object;
}

export class VerifyFactorBody {
  @ApiProperty({ format: 'uuid' })
  challenge_id: string;
  @ApiProperty({
    required: false,
    example: '123456',
    description: 'Of an authenticator app or a text message.',
  })
  code?: string;
  @ApiProperty({ required: false, description: 'Of a key on a device.' })
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
    description: 'Null when none were ever made.',
  })
  created_at: string | null;
}

export class RecoveryCodesDocument {
  @ApiProperty({ type: [String], minItems: 10, maxItems: 10, description: 'Each like `k7p2m-x9w4c`.' })
  codes: string[];
}

export class RecoveryFactorBody {
  @ApiProperty({
    required: false,
    maxLength: 100,
    example: 'Codes in the safe',
    description: 'One of a kind for each account; `Recovery codes` when there is none.',
  })
  friendly_name?: string;
}

export class RecoveryFactorStateDocument {
  @ApiProperty({ format: 'uuid', description: 'As it is listed among the factors.' })
  id: string;
  @ApiProperty({ enum: ['recovery_code'] })
  type: string;
  @ApiProperty({ type: 'integer', minimum: 10, maximum: 10 })
  total: number;
  @ApiProperty({ type: 'integer', minimum: 0, maximum: 10 })
  remaining: number;
}

export class RecoveryFactorDocument {
  @ApiProperty({ format: 'uuid', description: 'As it is listed among the factors.' })
  id: string;
  @ApiProperty({ enum: ['recovery_code'] })
  type: string;
  @ApiProperty()
  friendly_name: string;
  @ApiProperty({ type: 'integer', minimum: 10, maximum: 10 })
  total: number;
  @ApiProperty({ type: [String], minItems: 10, maxItems: 10, description: 'Each like `k7p2mx9w4c`.' })
  codes: string[];
}

export class UseRecoveryCodeBody {
  @ApiProperty({
    example: 'k7p2m-x9w4c',
    maxLength: 64,
    description: 'Capitals, spaces and dashes do not count.',
  })
  code: string;
}
