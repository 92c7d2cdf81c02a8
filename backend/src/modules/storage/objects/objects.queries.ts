import type { Statement } from '../../../platform/database/database.js';
import type { ObjectScope } from '../buckets/bucket-rules.js';

/** A part of a bucket as one caller sees it. */
export interface Listing {
  bucketId: string;
  /** Names begin with this. */
  prefix: string;
  scope: ObjectScope;
  /** Beginning of the rest of the name, in any case. */
  search: string;
  descending: boolean;
  limit: number;
  offset: number;
}

export interface ObjectRow {
  id: string;
  name: string;
  size: string;
  mimeType: string;
  etag: string;
  cacheControl: string;
  version: string;
  createdAt: Date;
  updatedAt: Date;
}

/** An object, or a folder: only its name, which ends with a slash. */
export type EntryRow = ({ isFolder: true } & Pick<ObjectRow, 'name'>) | ({ isFolder: false } & ObjectRow);

const COLUMNS = `o.id, o.name, o.size::text as size, o.mime_type as "mimeType", o.etag, o.cache_control as "cacheControl", o.version,
  o.created_at as "createdAt", o.updated_at as "updatedAt"`;
/** In byte order, sorts after every name with the same beginning: no name contains this character. */
const LAST_CHARACTER = '\u{10ffff}';

/** The name up to its last slash; empty in the root. Indexed as `storage_objects_folder_…`. */
const FOLDER = `left(o.name, char_length(o.name) + 1 - strpos(reverse(o.name) || '/', '/'))`;

/** Collects the values of a statement. */
class Parameters {
  readonly values: unknown[] = [];

  /** Returns what stands for the value in the text. */
  add(value: unknown): string {
    return `$${this.values.push(value)}`;
  }
}

/** Which objects are listed: those that are `within`, and in one of the scopes, each of which an index can find. */
interface Conditions {
  within: string;
  scopes: string[];
  /** Position of the first slash after the prefix in this name; 0 if there is none. */
  slashIn: (name: string) => string;
}

function buildConditions({ bucketId, prefix, scope, search }: Listing, parameters: Parameters): Conditions {
  const [bucket, start] = [parameters.add(bucketId), parameters.add(prefix)];
  const rest = (name: string) => `substr(${name}, char_length(${start}) + 1)`;
  let within = `o.bucket_id = ${bucket} and o.name >= ${start} and o.name < ${start} || '${LAST_CHARACTER}'`;
  if (search !== '') within += ` and starts_with(lower(${rest('o.name')}), lower(${parameters.add(search)}))`;
  return { within, scopes: buildScopes(scope, parameters), slashIn: (name) => `strpos(${rest(name)}, '/')` };
}

function buildScopes({ all, ownerId, folder }: ObjectScope, parameters: Parameters): string[] {
  if (all) return ['true'];
  const scopes: string[] = [];
  if (ownerId !== null) scopes.push(`o.owner_id = ${parameters.add(ownerId)}`);
  if (folder !== null) {
    const name = parameters.add(folder);
    // '0' follows '/' in byte order.
    scopes.push(`o.name = ${name}`, `o.name >= ${name} || '/' and o.name < ${name} || '0'`);
  }
  return scopes.length > 0 ? scopes : ['false'];
}

/**
 * Folders and objects directly below the prefix, by name, after the name `after` (a folder's ends with a slash). From each entry it
 * jumps to the next, so that the size of folders doesn't matter. `foldersOnly` leaves out the objects, in ascending order.
 */
export function entriesByName(listing: Listing, after: string | undefined, foldersOnly: boolean): Statement {
  const { bucketId, descending, limit, offset, prefix, scope } = listing;
  const parameters = new Parameters();
  const { within, scopes, slashIn } = buildConditions(listing, parameters);
  // Jumps over the objects beside the folders, too. Within a scope, there are few.
  const key = foldersOnly && scope.all ? FOLDER : 'o.name';
  const [comparison, direction] = descending ? ['<', 'desc'] : ['>=', 'asc'];
  const start = foldersOnly && after === undefined ? `${prefix}\u0001` : pageStart(after, prefix, descending);
  // '0' follows '/' in byte order, and no name contains a control character.
  const next = descending
    ? 'e.name'
    : `case when e.is_folder then left(e.name, -1) || '0' else e.name || chr(1) end`;
  const select = (from: string) => {
    const found = scopes.map(
      (inScope) => `(
        select ${key} as full_name, ${slashIn(key)} as slash from storage_objects o
        where ${within} and ${inScope} and ${key} ${comparison} ${from} ${foldersOnly ? `and ${slashIn(key)} > 0` : ''}
        order by ${key} ${direction} limit 1)`,
    );
    return `select * from (${found.join(' union all ')}) found order by full_name ${direction} limit 1`;
  };
  const first = select(parameters.add(start));
  const bucket = parameters.add(bucketId);
  const length = `char_length(${parameters.add(prefix)})`;
  const named = `case when found.slash > 0 then left(found.full_name, ${length} + found.slash) else found.full_name end`;
  return {
    reason: 'keyset search',
    text: `
      with recursive e as (
        select ${named} as name, found.slash > 0 as is_folder, 1 as position from (${first}) found
        union all
        select ${named}, found.slash > 0, e.position + 1
        from e cross join lateral (${select(next)}) found
        where e.position < ${parameters.add(limit + offset)}
      )
      select e.is_folder as "isFolder", ${COLUMNS.replace('o.name', 'e.name')}
      from e left join storage_objects o on not e.is_folder and o.bucket_id = ${bucket} and o.name = e.name
      where e.position > ${parameters.add(offset)} order by e.position`,
    values: parameters.values,
  };
}

/** Where a page by name starts: inclusive if ascending, exclusive if descending. */
function pageStart(after: string | undefined, prefix: string, descending: boolean): string {
  if (after === undefined) return descending ? prefix + LAST_CHARACTER : prefix;
  if (descending) return after;
  return after.endsWith('/') ? `${after.slice(0, -1)}0` : `${after}\u0001`;
}

const SORT_COLUMNS = { name: 'o.name', createdAt: 'o.created_at', updatedAt: 'o.updated_at' };
export type SortColumn = keyof typeof SORT_COLUMNS;

export interface ObjectPosition {
  name: string;
  /** Absent when sorted by name. */
  time?: Date | undefined;
}

/** Objects below the prefix after the position; `direct` leaves out those in folders below it. */
export function objectsInOrder(
  listing: Listing,
  sortBy: SortColumn,
  after: ObjectPosition | undefined,
  direct: boolean,
): Statement {
  const { descending, limit, offset, prefix } = listing;
  const parameters = new Parameters();
  const { within, scopes } = buildConditions(listing, parameters);
  const columns = sortBy === 'name' ? ['o.name'] : [SORT_COLUMNS[sortBy], 'o.name'];
  const [comparison, direction] = descending ? ['<', 'desc'] : ['>', 'asc'];
  const conditions = [within, `(${scopes.map((scope) => `(${scope})`).join(' or ')})`];
  if (direct) conditions.push(`${FOLDER} = ${parameters.add(prefix.slice(0, prefix.lastIndexOf('/') + 1))}`);
  if (after) {
    const position = sortBy === 'name' ? [after.name] : [after.time, after.name];
    const values = position.map((value) => parameters.add(value));
    conditions.push(`(${columns.join(', ')}) ${comparison} (${values.join(', ')})`);
  }
  return {
    reason: 'keyset search',
    text: `
      select false as "isFolder", ${COLUMNS} from storage_objects o
      where ${conditions.join(' and ')}
      order by ${columns.map((column) => `${column} ${direction}`).join(', ')}
      limit ${parameters.add(limit)} offset ${parameters.add(offset)}`,
    values: parameters.values,
  };
}

/** An object to look up for a download, and the options of the transformed image that is wanted instead, if any. */
export interface DownloadLookup {
  bucketId: string;
  name: string;
  /** As written by `formatImageOptions`. */
  imageOptions: string | undefined;
}

/** Sizes are strings on this path. */
export type DownloadRow = { isPublic: boolean } & {
  [Column in 'variantId' | 'variantMimeType' | 'variantEtag' | 'variantSize']: string | null;
} & (
    | ({ [Column in 'ownerId' | 'contentEncoding' | 'robots']: string | null } & ObjectRow & {
          bucketId: string;
          userMetadata: Record<string, unknown>;
        })
    | { id: null }
  );

/**
 * For each lookup whose bucket exists: whether it is public, the object if there is one, and its transformed image if it exists already.
 * Every download runs it: through the entity manager, the lookups took most of the time of a small download.
 */
export const downloads = (lookups: readonly DownloadLookup[]): Statement => ({
  reason: 'measured hot read',
  benchmark: 'download of 16 KiB from a public bucket, 64 connections',
  name: 'storage-downloads',
  text: `select w.ordinal::int, b.public as "isPublic", ${COLUMNS}, o.bucket_id as "bucketId", o.owner_id as "ownerId",
           o.content_encoding as "contentEncoding", o.robots, o.user_metadata as "userMetadata",
           v.id as "variantId", v.mime_type as "variantMimeType", v.etag as "variantEtag", v.size::text as "variantSize"
         from unnest($1::text[], $2::text[], $3::text[]) with ordinality w (bucket_id, name, options, ordinal)
         join storage_buckets b on b.id = w.bucket_id and not b.internal
         left join storage_objects o on o.bucket_id = w.bucket_id and o.name = w.name collate "C"
         left join storage_image_variants v on v.version = o.version and v.options = w.options`,
  values: [
    lookups.map(({ bucketId }) => bucketId),
    lookups.map(({ name }) => name),
    lookups.map(({ imageOptions }) => imageOptions ?? null),
  ],
});
