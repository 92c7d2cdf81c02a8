import { hasInvisibleCharacters } from '@subscription-site/shared/names';
import { ValidateBy, type ValidationArguments } from 'class-validator';

/** Validates a name or another single line. The error says whether invisible characters or links are the problem. */
export const OneLine = (validate: (text: string) => boolean): PropertyDecorator =>
  ValidateBy(
    { name: 'oneLine', validator: { validate: (value) => typeof value === 'string' && validate(value) } },
    {
      message: ({ property, value }: ValidationArguments) =>
        typeof value === 'string' && hasInvisibleCharacters(value)
          ? `${property} must not contain invisible or control characters`
          : `${property} must be a single line without links or @`,
    },
  );
