import { ApiProperty } from '@nestjs/swagger';
import { PHONE, EMAIL, NEW_PASSWORD, PASSWORD, METADATA } from '../protocol/protocol-documents.js';

export class ChangeUserBody {
  @ApiProperty({ ...PHONE, required: false })
  phone?: string;
  @ApiProperty({ required: false, enum: ['sms', 'whatsapp'], description: 'With `phone`.' })
  channel?: string;
  @ApiProperty({
    ...EMAIL,
    required: false,
    description: 'Takes effect once both the old and the new address are confirmed.',
  })
  email?: string;
  @ApiProperty({
    required: false,
    example: '123456',
    description: 'The six-digit code from `reauthenticate`. Only needed to change the password.',
  })
  nonce?: string;
  @ApiProperty({ ...NEW_PASSWORD, required: false })
  password?: string;
  @ApiProperty({
    ...PASSWORD,
    required: false,
    description:
      'Checked whenever it is sent. Required to change the password if the server is configured to require it.',
  })
  current_password?: string;
  @ApiProperty({
    required: false,
    ...METADATA,
    description: `Merged key by key. Set a key to null to remove it. ${METADATA.description}`,
  })
  data?: object;
}
