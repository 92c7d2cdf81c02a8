import { ApiProperty } from '@nestjs/swagger';
import { EMAIL, METADATA, NEW_PASSWORD } from '../../protocol/protocol-documents.js';
import { UserDocument } from '../../users/user-documents.js';

export class AdminUserBody {
  @ApiProperty({ required: false, example: '+15550100199', maxLength: 32 })
  phone?: string;
  @ApiProperty({ required: false, description: 'Marks the phone number as confirmed.' })
  phone_confirm?: boolean;
  @ApiProperty({ ...EMAIL, required: false })
  email?: string;
  @ApiProperty({ ...NEW_PASSWORD, required: false })
  password?: string;
  @ApiProperty({
    required: false,
    example: '$2y$10$…',
    description:
      'Use instead of `password` to import a bcrypt, argon2i or argon2id hash. Rehashed at the next sign-in.',
  })
  password_hash?: string;
  @ApiProperty({ required: false, description: 'Marks the email address as confirmed.' })
  email_confirm?: boolean;
  @ApiProperty({
    ...METADATA,
    required: false,
    description: `Merged key by key. Set a key to null to remove it. ${METADATA.description}`,
  })
  user_metadata?: object;
  @ApiProperty({
    ...METADATA,
    required: false,
    description: `Merged key by key. Set a key to null to remove it. ${METADATA.description}`,
  })
  app_metadata?: object;
  @ApiProperty({
    required: false,
    example: '24h',
    description: 'Duration in hours, minutes and seconds; `none` lifts the ban.',
  })
  ban_duration?: string;
  @ApiProperty({ required: false, example: 'authenticated' })
  role?: string;
  @ApiProperty({ required: false, example: 'authenticated' })
  aud?: string;
}

export class NewUserBody extends AdminUserBody {
  @ApiProperty({ required: false, format: 'uuid' })
  id?: string;
}

export class DeleteUserBody {
  @ApiProperty({ required: false, default: false })
  should_soft_delete?: boolean;
}

export class UserListDocument {
  @ApiProperty({ type: [UserDocument] })
  users: UserDocument[];
  @ApiProperty({ example: 'authenticated' })
  aud: string;
}

export class InviteBody {
  @ApiProperty(EMAIL)
  email: string;
  @ApiProperty({ ...METADATA, required: false })
  data?: object;
}

export class GenerateLinkBody {
  @ApiProperty({
    enum: ['signup', 'invite', 'magiclink', 'recovery', 'email_change_current', 'email_change_new'],
  })
  type: string;
  @ApiProperty(EMAIL)
  email: string;
  @ApiProperty({ ...EMAIL, required: false, description: 'For email change links.' })
  new_email?: string;
  @ApiProperty({ ...NEW_PASSWORD, required: false, description: 'For `signup`.' })
  password?: string;
  @ApiProperty({ ...METADATA, required: false, description: 'Metadata if a user is created.' })
  data?: object;
  @ApiProperty({ required: false, format: 'uri', example: 'https://example.com/welcome' })
  redirect_to?: string;
}

export class GeneratedLinkDocument extends UserDocument {
  @ApiProperty({ format: 'uri', description: 'Can be followed once.' })
  action_link: string;
  @ApiProperty({ description: 'Six-digit code that can be used with the email address instead of the link.' })
  email_otp: string;
  @ApiProperty({ description: 'Pass to `verify` as `token_hash`.' })
  hashed_token: string;
  @ApiProperty()
  verification_type: string;
  @ApiProperty({ format: 'uri' })
  redirect_to: string;
}
