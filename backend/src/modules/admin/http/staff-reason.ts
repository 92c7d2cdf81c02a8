import { applyDecorators } from '@nestjs/common';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsOptional, IsString, Length } from 'class-validator';
import { Trimmed } from '../../../platform/http/request-fields.js';

const MAX_LENGTH = 500;

const documented = (example: string) => ({
  example,
  minLength: 1,
  maxLength: MAX_LENGTH,
  description: 'Recorded in the audit log.',
});

/** Why staff do something. Never blank. */
export const StaffReason = (example: string): PropertyDecorator =>
  applyDecorators(Length(1, MAX_LENGTH), IsString(), Trimmed(), ApiProperty(documented(example)));

/** For routes that were released without a reason. */
export const OptionalStaffReason = (example: string): PropertyDecorator =>
  applyDecorators(
    Length(1, MAX_LENGTH),
    IsString(),
    Trimmed(),
    IsOptional(),
    ApiPropertyOptional(documented(example)),
  );
