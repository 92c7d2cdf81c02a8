import { ApiProperty } from '@nestjs/swagger';

export class EnrolFactorBody {
  @ApiProperty({ enum: ['totp'] })
  factor_type: string;
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

class AuthenticatorDocument {
  @ApiProperty({ description: 'SVG text.' })
  qr_code: string;
  @ApiProperty({ description: 'Shown this once.' })
  secret: string;
  @ApiProperty({ format: 'uri' })
  uri: string;
}

export class EnrolmentDocument {
  @ApiProperty({ format: 'uuid' })
  id: string;
  @ApiProperty({ enum: ['totp'] })
  type: string;
  @ApiProperty()
  friendly_name: string;
  @ApiProperty()
  totp: AuthenticatorDocument;
}

export class ChallengeDocument {
  @ApiProperty({ format: 'uuid' })
  id: string;
  @ApiProperty({ enum: ['totp'] })
  type: string;
  @ApiProperty({ type: 'integer', description: 'Seconds since 1970.' })
  expires_at: number;
}

export class VerifyFactorBody {
  @ApiProperty({ format: 'uuid' })
  challenge_id: string;
  @ApiProperty({ example: '123456' })
  code: string;
}

export class RemovedFactorDocument {
  @ApiProperty({ format: 'uuid' })
  id: string;
}
