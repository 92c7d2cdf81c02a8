import { emailProblem } from '@subscription-site/shared/email-address';
import { cleanEmail } from '@subscription-site/shared/typed-text';
import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsString, Matches, ValidateBy } from 'class-validator';
import { UUID } from '../uuid.js';

/** Removes white space around a text before it is validated. */
export const Trimmed = (): PropertyDecorator =>
  Transform(({ value }: { value: unknown }) => (typeof value === 'string' ? value.trim() : value));

/** Removes what people don't see when they paste an email address before it is validated. */
export const TypedEmail = (): PropertyDecorator =>
  Transform(({ value }: { value: unknown }) => (typeof value === 'string' ? cleanEmail(value) : value));

/** An email address; the error names what to fix. */
export const IsEmailAddress = (): PropertyDecorator =>
  ValidateBy(
    {
      name: 'isEmailAddress',
      validator: { validate: (value) => typeof value === 'string' && emailProblem(value) === undefined },
    },
    { message: ({ value }) => emailProblem(String(value))! },
  );

/** A UUID in the path. `what` completes the error message, for example `a user id`. */
export const UuidParam = (what: string): PropertyDecorator =>
  applyDecorators(
    IsString(),
    Matches(UUID, { message: `$property must be ${what}` }),
    ApiProperty({ format: 'uuid' }),
  );
