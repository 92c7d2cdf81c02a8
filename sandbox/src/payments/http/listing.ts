import { invalidRequest, resourceMissing } from './api-error.ts';
import { integer, text, type Reader } from './parameters.ts';
import type { Call } from './route.ts';
import type { CollectionName, Collections } from '../state/collections.ts';
import type { IndexName } from '../state/store.ts';

const DEFAULT_LIMIT = 10;
const MAX_LIMIT = 100;

export interface List<T> {
  object: 'list';
  url: string;
  has_more: boolean;
  data: T[];
}

/** A list embedded in another object. */
export function embeddedList<T>(url: string, data: T[]): List<T> {
  return { object: 'list', data, has_more: false, url };
}

const limit: Reader<number> = {
  read(raw, name) {
    const value = integer.read(raw, name);
    if (value >= 1 && value <= MAX_LIMIT) return value;
    throw invalidRequest(`Invalid ${name}: must be between 1 and ${MAX_LIMIT}.`, { param: name });
  },
};

export const paging = { limit, starting_after: text, ending_before: text };

export interface Paging {
  limit?: number;
  starting_after?: string;
  ending_before?: string;
}

/**
 * One page of the matching objects in a collection, newest first. `within` narrows the search to these objects, oldest first,
 * for filters that have an index.
 */
export function listPage<Name extends CollectionName>(
  { sandbox: { store }, url }: Call,
  name: Name,
  { limit: size = DEFAULT_LIMIT, starting_after: after, ending_before: before }: Paging,
  matches: (value: Collections[Name]) => boolean,
  within?: readonly Collections[Name][],
): List<Collections[Name]> {
  if (after !== undefined && before !== undefined) {
    throw invalidRequest('You can only specify one of these parameters: starting_after, ending_before.');
  }
  const cursor = after ?? before;
  if (cursor !== undefined && !store.get(name, cursor)) {
    throw resourceMissing(name, cursor, after === undefined ? 'ending_before' : 'starting_after', 400);
  }
  const candidates = within
    ? narrowed(within, after, before)
    : before === undefined
      ? store.newestFirst(name, after)
      : store.newerThan(name, before);
  const { data, hasMore } = takePage(candidates, size, matches);
  return { object: 'list', url, has_more: hasMore, data: before === undefined ? data : data.reverse() };
}

/** The objects with the first given key that has an index; undefined if no key is given. */
export function indexed<Name extends CollectionName>(
  { sandbox: { store } }: Call,
  name: Name,
  keys: Partial<Record<IndexName<Name>, string>>,
): Collections[Name][] | undefined {
  const given = Object.entries<string | undefined>(keys).find(([, key]) => key !== undefined);
  return given?.[1] === undefined ? undefined : store.findBy(name, given[0] as IndexName<Name>, given[1]);
}

function narrowed<T extends { id: string }>(within: readonly T[], after?: string, before?: string): T[] {
  const position = within.findIndex(({ id }) => id === (after ?? before));
  if (before !== undefined) return within.slice(position + 1);
  return (after === undefined ? [...within] : within.slice(0, Math.max(0, position))).reverse();
}

function takePage<T>(
  candidates: Iterable<T>,
  size: number,
  matches: (value: T) => boolean,
): { data: T[]; hasMore: boolean } {
  const data: T[] = [];
  for (const candidate of candidates) {
    if (!matches(candidate)) continue;
    if (data.length === size) return { data, hasMore: true };
    data.push(candidate);
  }
  return { data, hasMore: false };
}

/** Returns the object or throws the provider's error: 404 if the id is in the path, 400 if it is in a parameter. */
export function findOrThrow<Name extends CollectionName>(
  { sandbox: { store } }: Pick<Call, 'sandbox'>,
  name: Name,
  id: string,
  param = 'id',
): Collections[Name] {
  const found = store.get(name, id);
  if (found) return found;
  throw resourceMissing(name, id, param, param === 'id' ? 404 : 400);
}
