import { ApiProperty } from '@nestjs/swagger';
import { LinkRequestBody, NEW_PASSWORD, PHONE, METADATA } from '../protocol/protocol-documents.js';

export class SignUpBody extends LinkRequestBody {
  @ApiProperty(NEW_PASSWORD)
  password: string;
  @ApiProperty({ ...PHONE, required: false, description: 'Instead of `email`.' })
  phone?: string;
  @ApiProperty({ required: false, enum: ['sms', 'whatsapp'], description: 'With `phone`.' })
  channel?: string;
  @ApiProperty({ ...METADATA, required: false })
  data?: object;
}
