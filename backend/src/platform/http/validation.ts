import { ValidationPipe, type ValidationError as ClassValidatorError } from '@nestjs/common';
import { ValidationError, type FieldError } from '../domain-error.js';

/** Validates bodies, queries and parameters against their classes. Rejects unknown fields; every error names its field. */
export function validationPipe(): ValidationPipe {
  return new ValidationPipe({
    whitelist: true,
    forbidNonWhitelisted: true,
    transform: true,
    validationError: { target: false },
    exceptionFactory: (errors) => new ValidationError(flatten(errors)),
  });
}

function flatten(errors: ClassValidatorError[], path = ''): FieldError[] {
  return errors.flatMap(({ property, value, constraints, children }) => {
    const field = path + property;
    const own = mostSpecific(constraints).map((message) => ({
      field,
      message:
        value === undefined || value === '' ? `${property} is required.` : toSentence(message, property),
    }));
    return [...own, ...flatten(children ?? [], `${field}.`)];
  });
}

/** A type error makes errors about length or range redundant. */
function mostSpecific(constraints: Record<string, string> = {}): string[] {
  const rules = Object.keys(constraints);
  const rule = rules.find((name) => name.startsWith('is')) ?? rules[0];
  return rule === undefined ? [] : [constraints[rule]!];
}

function toSentence(message: string, property: string): string {
  const text = message.startsWith(`property ${property} should not exist`)
    ? `Unknown field: ${property}`
    : message;
  const start = text.startsWith(property) ? text.charAt(0) : text.charAt(0).toUpperCase();
  return `${start}${text.slice(1)}${text.endsWith('.') ? '' : '.'}`;
}
