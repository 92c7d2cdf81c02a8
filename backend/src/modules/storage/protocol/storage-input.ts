import { InvalidParameterError, MissingParameterError } from '../core/storage-errors.js';

/** A request body or query. Unknown fields are ignored, since clients send some that the server doesn't support. */
export type StorageInput = Readonly<Record<string, unknown>>;

export function readFields(body: unknown): StorageInput {
  if (body === undefined || body === null) return {};
  if (typeof body !== 'object' || Array.isArray(body))
    throw new InvalidParameterError('The body must be an object');
  return body as StorageInput;
}

/** Undefined if absent or null. */
export function optionalText(input: StorageInput, field: string, maxLength = 1024): string | undefined {
  const value = input[field] ?? undefined;
  if (value === undefined || (typeof value === 'string' && value.length <= maxLength)) return value;
  throw new InvalidParameterError(`${field} must be a string of at most ${maxLength} characters`);
}

export function requiredText(input: StorageInput, field: string): string {
  const value = optionalText(input, field);
  if (!value) throw new MissingParameterError(field);
  return value;
}

interface Bounds {
  min: number;
  /** Unlimited if omitted. */
  max?: number;
}

/** Also accepts digits in a string, as in queries. */
export function optionalInteger(
  input: StorageInput,
  field: string,
  { min, max = Number.MAX_SAFE_INTEGER }: Bounds,
): number | undefined {
  const value = input[field] ?? undefined;
  if (value === undefined || value === '') return undefined;
  const number = typeof value === 'string' && /^-?\d{1,16}$/.test(value) ? Number(value) : value;
  if (typeof number === 'number' && Number.isInteger(number) && number >= min && number <= max) return number;
  const range = max === Number.MAX_SAFE_INTEGER ? `of at least ${min}` : `from ${min} to ${max}`;
  throw new InvalidParameterError(`${field} must be an integer ${range}`);
}

export function choice<T extends string>(
  input: StorageInput,
  field: string,
  values: readonly T[],
  fallback: T,
): T {
  const value = input[field] ?? fallback;
  const chosen = values.find((candidate) => candidate === value);
  if (chosen === undefined) throw new InvalidParameterError(`${field} must be one of ${values.join(', ')}`);
  return chosen;
}

export function optionalFlag(input: StorageInput, field: string): boolean | undefined {
  const value = input[field] ?? undefined;
  if (value === undefined || typeof value === 'boolean') return value;
  throw new InvalidParameterError(`${field} must be true or false`);
}

/** A list of strings. */
export function textList(input: StorageInput, field: string, maxItems: number): string[] {
  const value = input[field] ?? undefined;
  if (value === undefined) throw new MissingParameterError(field);
  const isValid =
    Array.isArray(value) && value.length <= maxItems && value.every((item) => typeof item === 'string');
  if (!isValid) throw new InvalidParameterError(`${field} must be a list of at most ${maxItems} strings`);
  return value as string[];
}
