import { ApiProperty } from '@nestjs/swagger';
import { anything } from '../protocol/protocol-documents.js';

export class IdentityDocument {
  @ApiProperty({ format: 'uuid' })
  identity_id: string;
  @ApiProperty({ description: "The provider's user ID." })
  id: string;
  @ApiProperty({ format: 'uuid' })
  user_id: string;
  @ApiProperty(anything)
  identity_data: object;
  @ApiProperty({ example: 'email' })
  provider: string;
  @ApiProperty({ required: false, format: 'date-time' })
  last_sign_in_at?: string;
  @ApiProperty({ format: 'date-time' })
  created_at: string;
  @ApiProperty({ format: 'date-time' })
  updated_at: string;
  @ApiProperty({ required: false })
  email?: string;
}

export class FactorDocument {
  @ApiProperty({ format: 'uuid' })
  id: string;
  @ApiProperty()
  friendly_name: string;
  @ApiProperty({ enum: ['totp', 'phone', 'webauthn', 'recovery_code'] })
  factor_type: string;
  @ApiProperty({ required: false, example: '15550100199', description: 'Digits only; phone factors only.' })
  phone?: string;
  @ApiProperty({ enum: ['verified', 'unverified'] })
  status: string;
  @ApiProperty({ format: 'date-time' })
  created_at: string;
  @ApiProperty({ format: 'date-time' })
  updated_at: string;
  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  last_challenged_at: string | null;
}

export class UserDocument {
  @ApiProperty({ format: 'uuid' })
  id: string;
  @ApiProperty({ example: 'authenticated' })
  aud: string;
  @ApiProperty({ example: 'authenticated' })
  role: string;
  @ApiProperty({ description: 'Empty if there is none.' })
  email: string;
  @ApiProperty({ description: 'Empty if there is none.' })
  phone: string;
  @ApiProperty({
    required: false,
    format: 'date-time',
    description: 'Absent until the email address is confirmed.',
  })
  email_confirmed_at?: string;
  @ApiProperty({ required: false, format: 'date-time' })
  confirmed_at?: string;
  @ApiProperty({ required: false, format: 'date-time' })
  invited_at?: string;
  @ApiProperty({ required: false, format: 'date-time' })
  confirmation_sent_at?: string;
  @ApiProperty({ required: false, format: 'date-time' })
  recovery_sent_at?: string;
  @ApiProperty({ required: false, format: 'date-time' })
  email_change_sent_at?: string;
  @ApiProperty({ required: false, format: 'date-time' })
  reauthentication_sent_at?: string;
  @ApiProperty({ required: false, format: 'email', description: 'Present while an email change is pending.' })
  new_email?: string;
  @ApiProperty({ required: false, format: 'date-time' })
  phone_confirmed_at?: string;
  @ApiProperty({ required: false, format: 'date-time' })
  phone_change_sent_at?: string;
  @ApiProperty({ required: false, description: 'Present while a phone change is pending.' })
  new_phone?: string;
  @ApiProperty({ required: false, format: 'date-time' })
  last_sign_in_at?: string;
  @ApiProperty({ required: false, format: 'date-time' })
  banned_until?: string;
  @ApiProperty({ required: false, format: 'date-time', description: 'Set for soft-deleted users.' })
  deleted_at?: string;
  @ApiProperty({ ...anything, example: { provider: 'email', providers: ['email'] } })
  app_metadata: object;
  @ApiProperty({ ...anything, example: { full_name: 'Ada Lovelace' } })
  user_metadata: object;
  @ApiProperty({ type: [IdentityDocument] })
  identities: IdentityDocument[];
  @ApiProperty({ type: [FactorDocument], required: false, description: 'Absent when there are none.' })
  factors?: FactorDocument[];
  @ApiProperty({ format: 'date-time' })
  created_at: string;
  @ApiProperty({ format: 'date-time' })
  updated_at: string;
  @ApiProperty()
  is_anonymous: boolean;
}
