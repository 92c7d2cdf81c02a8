import { invalidRequest } from './api-error.ts';
import { findCollection } from '../state/collections.ts';
import { computedField } from '../resources/computed-fields.ts';
import type { Sandbox } from '../sandbox.ts';

const MAX_DEPTH = 4;

/** Nullable fields that hold the id of an object. */
const NULLABLE_REFERENCES = new Set([
  'application',
  'charge',
  'customer',
  'default_payment_method',
  'default_price',
  'default_source',
  'invoice',
  'latest_charge',
  'latest_invoice',
  'on_behalf_of',
  'payment_intent',
  'payment_method',
  'pending_setup_intent',
  'review',
  'schedule',
  'setup_intent',
  'subscription',
]);

type PlainObject = Record<string, unknown>;

/** Replaces ids with their objects along the given paths. Works on copies; stored objects stay unexpanded. */
export function expand(sandbox: Sandbox, result: object, paths: readonly string[]): object {
  return paths.reduce((object, path) => {
    const steps = path.split('.');
    if (steps.length > MAX_DEPTH) {
      throw invalidRequest(
        `You cannot expand more than ${MAX_DEPTH} levels of a property. Property: ${path}`,
        {
          param: 'expand',
        },
      );
    }
    return expandPath(sandbox, object as PlainObject, steps, path);
  }, result);
}

function expandPath(
  sandbox: Sandbox,
  object: PlainObject,
  [step, ...rest]: string[],
  path: string,
): PlainObject {
  if (step === undefined) return object;
  const value = readValue(sandbox, object, step, path);
  if (value === null || value === undefined) return { ...object, [step]: value ?? null };
  return { ...object, [step]: expandValue(sandbox, value, rest, path) };
}

function expandValue(sandbox: Sandbox, value: unknown, rest: string[], path: string): unknown {
  if (Array.isArray(value)) return value.map((entry: unknown) => expandValue(sandbox, entry, rest, path));
  if (typeof value === 'string') {
    const found = findById(sandbox, value);
    return found ? expandPath(sandbox, found, rest, path) : value;
  }
  return expandPath(sandbox, value as PlainObject, rest, path);
}

function readValue(sandbox: Sandbox, object: PlainObject, step: string, path: string): unknown {
  if (Object.hasOwn(object, step) && isExpandable(step, object[step])) return object[step];
  const computed = computedField(sandbox, object as { object?: string; id?: string }, step);
  if (computed !== undefined) return computed;
  throw invalidRequest(`This property cannot be expanded (${path}).`, { param: 'expand' });
}

function isExpandable(step: string, value: unknown): boolean {
  if (value === null || value === undefined) return NULLABLE_REFERENCES.has(step);
  return typeof value === 'string' ? findCollection(value) !== undefined : typeof value === 'object';
}

function findById(sandbox: Sandbox, id: string): PlainObject | undefined {
  const name = findCollection(id);
  const found = name && sandbox.store.get(name, id);
  if (found) return found as unknown as PlainObject;
  const deleted = sandbox.store.get('deleted', id);
  return deleted ? { id, object: deleted.kind, deleted: true } : undefined;
}
