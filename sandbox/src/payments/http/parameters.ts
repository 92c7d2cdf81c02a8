import { invalidRequest, type ApiError } from './api-error.ts';

/** Parses one parameter of a decoded form, in which every leaf is a string. Throws the provider's error. */
export interface Reader<T> {
  read(raw: unknown, name: string): T;
  readonly required?: boolean;
}

type Shape = Record<string, Reader<unknown>>;
type Read<R> = R extends Reader<infer T> ? T : never;
type RequiredNames<S extends Shape> = {
  [K in keyof S]: S[K] extends { required: true } ? K : never;
}[keyof S];

export type Values<S extends Shape> = { [K in RequiredNames<S>]: Read<S[K]> } & {
  [K in Exclude<keyof S, RequiredNames<S>>]?: Read<S[K]>;
};

/** The type that a reader returns. */
export type InferParameters<R> = Read<R>;

export function required<T>(reader: Reader<T>): Reader<T> & { required: true } {
  return { read: (raw, name) => reader.read(raw, name), required: true };
}

/** An empty string clears the value and is read as null. */
export function emptyable<T>(reader: Reader<T>): Reader<T | null> {
  return { read: (raw, name) => (raw === '' ? null : reader.read(raw, name)) };
}

export const text: Reader<string> = {
  read(raw, name) {
    if (typeof raw !== 'string')
      throw invalidRequest(`Invalid string: ${JSON.stringify(raw)}`, { param: name });
    if (raw === '') throw emptyValue(name);
    if (raw.length > 5000) throw invalidRequest(`Invalid string: ${name} is too long`, { param: name });
    return raw;
  },
};

export const flag: Reader<boolean> = {
  read(raw, name) {
    if (raw === 'true') return true;
    if (raw === 'false') return false;
    throw invalidRequest(`Invalid boolean: ${String(raw)}`, { param: name });
  },
};

export const integer: Reader<number> = {
  read(raw, name) {
    if (typeof raw === 'string' && /^-?\d{1,15}$/.test(raw)) return Number(raw);
    throw invalidRequest(`Invalid integer: ${String(raw)}`, {
      param: name,
      code: 'parameter_invalid_integer',
    });
  },
};

export const decimal: Reader<string> = {
  read(raw, name) {
    if (typeof raw === 'string' && /^-?\d{1,15}(\.\d{1,12})?$/.test(raw)) return raw;
    throw invalidRequest(`Invalid decimal: ${String(raw)}`, { param: name });
  },
};

export function oneOf<const T extends string>(...choices: T[]): Reader<T> {
  return {
    read(raw, name) {
      if (raw === '') throw emptyValue(name);
      const found = choices.find((choice) => choice === raw);
      if (found) return found;
      throw invalidRequest(`Invalid ${name}: must be one of ${joinChoices(choices)}`, { param: name });
    },
  };
}

export function either<A, B>(first: Reader<A>, second: Reader<B>): Reader<A | B> {
  return {
    read(raw, name) {
      try {
        return first.read(raw, name);
      } catch {
        return second.read(raw, name);
      }
    },
  };
}

export function array<T>(reader: Reader<T>): Reader<T[]> {
  return {
    read(raw, name) {
      const entries = Array.isArray(raw) ? raw : sparseList(raw);
      if (!entries) throw invalidRequest('Invalid array', { param: name });
      return entries.map((entry, index) => reader.read(entry, `${name}[${index}]`));
    },
  };
}

export function fields<S extends Shape>(shape: S): Reader<Values<S>> {
  return {
    read(raw, name) {
      if (!isRecord(raw)) throw invalidRequest('Invalid object', { param: name });
      const fullName = (key: string): string => (name === '' ? key : `${name}[${key}]`);
      for (const key of Object.keys(raw)) {
        if (!Object.hasOwn(shape, key)) throw unknownParameter(fullName(key));
      }
      const values: Record<string, unknown> = {};
      for (const [key, reader] of Object.entries(shape)) {
        if (raw[key] !== undefined) values[key] = reader.read(raw[key], fullName(key));
        else if (reader.required) throw missingParameter(fullName(key));
      }
      return values as Values<S>;
    },
  };
}

export type MetadataChange = Record<string, string>;

/** Up to 50 keys of 40 characters with values of 500. An empty value removes its key. */
export const metadata: Reader<MetadataChange> = {
  read(raw, name) {
    if (!isRecord(raw)) throw invalidRequest('Invalid object', { param: name });
    const entries = Object.entries(raw);
    if (entries.length > 50) throw invalidRequest('Metadata can have at most 50 keys.', { param: name });
    for (const [key, value] of entries) {
      if (typeof value !== 'string')
        throw invalidRequest('Metadata values must be strings.', { param: `${name}[${key}]` });
      if (key.length > 40)
        throw invalidRequest('Metadata keys can be at most 40 characters.', { param: name });
      if (value.length > 500) {
        throw invalidRequest('Metadata values can be at most 500 characters.', { param: `${name}[${key}]` });
      }
    }
    return raw as MetadataChange;
  },
};

/** Merges a change into the current metadata; null clears all keys. */
export function mergeMetadata(
  current: MetadataChange,
  change: MetadataChange | null | undefined,
): MetadataChange {
  if (change === undefined) return current;
  if (change === null) return {};
  return Object.fromEntries(Object.entries({ ...current, ...change }).filter(([, value]) => value !== ''));
}

export interface Range {
  gt?: number;
  gte?: number;
  lt?: number;
  lte?: number;
}

const bounds = fields({ gt: integer, gte: integer, lt: integer, lte: integer });

/** A Unix time, or a range of them. */
export const timeRange: Reader<Range> = {
  read: (raw, name) =>
    typeof raw === 'string' ? { gte: integer.read(raw, name), lte: Number(raw) } : bounds.read(raw, name),
};

export function isWithin(time: number, range: Range | undefined): boolean {
  if (!range) return true;
  const { gt = -Infinity, gte = -Infinity, lt = Infinity, lte = Infinity } = range;
  return time > gt && time >= gte && time < lt && time <= lte;
}

function sparseList(raw: unknown): unknown[] | undefined {
  if (!isRecord(raw)) return undefined;
  return Object.keys(raw).every((key) => /^\d+$/.test(key)) ? Object.values(raw) : undefined;
}

function isRecord(raw: unknown): raw is Record<string, unknown> {
  return typeof raw === 'object' && raw !== null && !Array.isArray(raw);
}

function joinChoices(choices: readonly string[]): string {
  return choices.length < 2 ? choices.join('') : `${choices.slice(0, -1).join(', ')}, or ${choices.at(-1)}`;
}

function emptyValue(name: string): ApiError {
  return invalidRequest(
    `You passed an empty string for '${name}'. We assume empty values are an attempt to unset a parameter; however '${name}' cannot be unset. You should remove '${name}' from your request or supply a non-empty value.`,
    { param: name, code: 'parameter_invalid_empty' },
  );
}

function missingParameter(name: string): ApiError {
  return invalidRequest(`Missing required param: ${name}.`, { param: name, code: 'parameter_missing' });
}

function unknownParameter(name: string): ApiError {
  return invalidRequest(`Received unknown parameter: ${name}`, { param: name, code: 'parameter_unknown' });
}
