import { ApiProperty } from '@nestjs/swagger';
import {
  EMAIL,
  LinkRequestBody,
  METADATA,
  NEW_PASSWORD,
  PASSWORD,
  PHONE,
} from '../../protocol/protocol-documents.js';
import { CHECKABLE_TYPES } from '../verify-link.js';

const TOKEN_HASH = { example: 'q3JfZx…', description: 'The `token` of the link in the email.' };

export class SignInRequestBody extends LinkRequestBody {
  @ApiProperty({ ...PHONE, required: false, description: 'Instead of `email`.' })
  phone?: string;
  @ApiProperty({ required: false, enum: ['sms', 'whatsapp'], description: 'With `phone`.' })
  channel?: string;
  @ApiProperty({ required: false, default: true, description: 'Whether to create a user if none exists.' })
  create_user?: boolean;
  @ApiProperty({ ...METADATA, required: false, description: 'Metadata if a user is created.' })
  data?: object;
}

export class ResendBody extends LinkRequestBody {
  @ApiProperty({ enum: ['signup', 'email_change', 'sms', 'phone_change'] })
  type: string;
  @ApiProperty({
    ...PHONE,
    required: false,
    description: 'Instead of `email`, with `sms` and `phone_change`.',
  })
  phone?: string;
}

export class VerifyBody {
  @ApiProperty({ enum: ['signup', 'invite', 'magiclink', 'recovery', 'email', 'email_change'] })
  type: string;
  @ApiProperty(TOKEN_HASH)
  token_hash: string;
}

export class VerifyCodeBody {
  @ApiProperty({ enum: ['signup', 'invite', 'magiclink', 'recovery', 'email', 'email_change'] })
  type: string;
  @ApiProperty(EMAIL)
  email: string;
  @ApiProperty({ description: 'Six-digit code. Invalid after five failed attempts.', example: '123456' })
  token: string;
}

export class VerifyPhoneBody {
  @ApiProperty({ enum: ['sms', 'phone_change'] })
  type: string;
  @ApiProperty(PHONE)
  phone: string;
  @ApiProperty({
    description: 'Code from the text message. Invalid after five failed attempts.',
    example: '123456',
  })
  token: string;
}

export class PaymentLinkBody {
  @ApiProperty({ enum: ['payment'] })
  type: string;
  @ApiProperty(TOKEN_HASH)
  token_hash: string;
  @ApiProperty({ ...PASSWORD, required: false, description: 'The current password.' })
  password?: string;
  @ApiProperty({
    ...NEW_PASSWORD,
    required: false,
    description: 'Replaces all existing credentials of the user.',
  })
  new_password?: string;
  @ApiProperty({ required: false, description: 'Reports that the recipient does not recognize the account.' })
  report_unrecognized?: boolean;
}

export class CheckLinkBody {
  @ApiProperty({ enum: CHECKABLE_TYPES })
  type: string;
  @ApiProperty(TOKEN_HASH)
  token_hash: string;
}

export class LinkStateDocument {
  @ApiProperty({ description: 'False if the link was used, has expired or never existed.' })
  usable: boolean;
}

export class EmailChangePendingDocument {
  @ApiProperty()
  msg: string;
  @ApiProperty({ enum: ['200'] })
  code: string;
}
