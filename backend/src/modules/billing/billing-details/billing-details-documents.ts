import type { BillingDetails, PostalAddress } from '@subscription-site/shared/contracts';
import { ApiExtraModels, ApiProperty, getSchemaPath } from '@nestjs/swagger';

const nullableText = { type: String, nullable: true } as const;

class PostalAddressResponse implements PostalAddress {
  @ApiProperty() line1: string;
  @ApiProperty(nullableText) line2?: string | null;
  @ApiProperty() city: string;
  @ApiProperty(nullableText) state?: string | null;
  @ApiProperty(nullableText) postalCode?: string | null;
  @ApiProperty({ description: 'ISO 3166-1 alpha-2.', example: 'GB' }) country: string;
}

@ApiExtraModels(PostalAddressResponse)
export class BillingDetailsResponse implements BillingDetails {
  @ApiProperty({ example: 'Ada Lovelace' }) name: string;
  @ApiProperty(nullableText) company: string | null;

  @ApiProperty({
    oneOf: [{ $ref: getSchemaPath(PostalAddressResponse) }, { type: 'object', nullable: true, enum: [null] }],
    description: 'Null until billing details are saved.',
  })
  address: PostalAddressResponse | null;

  @ApiProperty({ ...nullableText, example: 'DE136695976' }) taxId: string | null;
  @ApiProperty({ ...nullableText, format: 'email' }) invoiceEmail: string | null;
}
