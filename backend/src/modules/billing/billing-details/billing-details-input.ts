import { cleanEmail } from '@subscription-site/shared/typed-text';
import type { PostalAddress, SaveBillingDetailsRequest } from '@subscription-site/shared/contracts';
import { COUNTRY_CODES } from '@subscription-site/shared/countries';
import { isPersonName, isPlainLine, NAME_MAX_LENGTH } from '@subscription-site/shared/names';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Transform, Type } from 'class-transformer';
import {
  IsDefined,
  IsIn,
  IsObject,
  IsOptional,
  IsString,
  Length,
  MaxLength,
  ValidateNested,
} from 'class-validator';
import { OneLine } from '../../../platform/http/one-line.js';
import { IsEmailAddress, Trimmed } from '../../../platform/http/request-fields.js';

const MAX_EMAIL_LENGTH = 254;
const MAX_TAX_ID_LENGTH = 30;

/** An empty string clears the field. */
const isEmptyOrPlainLine = (text: string): boolean => text === '' || isPlainLine(text);

function Line(): PropertyDecorator {
  return (target, property) => {
    for (const decorate of [Trimmed(), OneLine(isPlainLine), Length(1, NAME_MAX_LENGTH), IsString()])
      decorate(target, property);
  };
}

function OptionalLine(): PropertyDecorator {
  return (target, property) => {
    for (const decorate of [
      Trimmed(),
      OneLine(isEmptyOrPlainLine),
      MaxLength(NAME_MAX_LENGTH),
      IsString(),
      IsOptional(),
    ])
      decorate(target, property);
  };
}

const LINE = { minLength: 1, maxLength: NAME_MAX_LENGTH };
const OPTIONAL_LINE = { type: String, nullable: true, maxLength: NAME_MAX_LENGTH } as const;

class PostalAddressBody implements PostalAddress {
  @ApiProperty({ ...LINE, example: '12 St James Square' })
  @Line()
  line1: string;

  @ApiPropertyOptional({ ...OPTIONAL_LINE, example: 'Floor 3' })
  @OptionalLine()
  line2?: string | null;

  @ApiProperty({ ...LINE, example: 'London' })
  @Line()
  city: string;

  @ApiPropertyOptional({ ...OPTIONAL_LINE, example: 'NY', description: 'State, province or region.' })
  @OptionalLine()
  state?: string | null;

  @ApiPropertyOptional({ ...OPTIONAL_LINE, example: 'SW1Y 4JH' })
  @OptionalLine()
  postalCode?: string | null;

  @ApiProperty({ enum: COUNTRY_CODES, description: 'ISO 3166-1 alpha-2.', example: 'GB' })
  @IsIn(COUNTRY_CODES, { message: 'country must be an ISO 3166-1 alpha-2 code, such as GB' })
  country: string;
}

export class SaveBillingDetailsBody implements SaveBillingDetailsRequest {
  @ApiProperty({ ...LINE, example: 'Ada Lovelace', description: 'A single line without links or `@`.' })
  @Trimmed()
  @OneLine(isPersonName)
  @Length(1, NAME_MAX_LENGTH)
  @IsString()
  name: string;

  @ApiPropertyOptional({ ...OPTIONAL_LINE, example: 'Analytical Engines' })
  @OptionalLine()
  company?: string | null;

  @ApiProperty({ type: PostalAddressBody })
  @IsDefined({ message: 'address is required' })
  @IsObject()
  @ValidateNested()
  @Type(() => PostalAddressBody)
  address: PostalAddressBody;

  @ApiPropertyOptional({
    type: String,
    nullable: true,
    maxLength: MAX_TAX_ID_LENGTH,
    example: 'DE136695976',
    description: 'If the address is in the European Union: a VAT ID with its country prefix.',
  })
  @Trimmed()
  @MaxLength(MAX_TAX_ID_LENGTH)
  @IsString()
  @IsOptional()
  taxId?: string | null;

  @ApiPropertyOptional({
    type: String,
    nullable: true,
    format: 'email',
    maxLength: MAX_EMAIL_LENGTH,
    example: 'accounting@example.com',
    description: 'Receives a copy of each receipt.',
  })
  @Transform(({ value }: { value: unknown }) =>
    typeof value === 'string' ? cleanEmail(value) || null : value,
  )
  @IsEmailAddress()
  @MaxLength(MAX_EMAIL_LENGTH)
  @IsOptional()
  invoiceEmail?: string | null;
}
