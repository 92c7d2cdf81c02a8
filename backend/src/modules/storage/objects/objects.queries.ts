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

/** Parameters $1 to $6. */
const LISTED = `o.bucket_id = $1 and o.name >= $2 and o.name < $2 || '${LAST_CHARACTER}'
  and ($3 or o.owner_id = $4::uuid or o.name = $5 or (o.name >= $5 || '/' and o.name < $5 || '0'))
  and ($6 = '' or starts_with(lower(substr(o.name, char_length($2) + 1)), lower($6)))`;

function listedValues({ bucketId, prefix, scope, search }: Listing): unknown[] {
  return [bucketId, prefix, scope.all, scope.ownerId, scope.folder, search];
}

/**
 * Folders and objects directly below the prefix, by name, after the name `after` (a folder's ends with a slash). From each entry it
 * jumps to the next, so that the size of folders doesn't matter. `foldersOnly` leaves out the objects.
 */
export function entriesByName(listing: Listing, after: string | undefined, foldersOnly: boolean): Statement {
  const { descending, limit, offset, prefix } = listing;
  // '0' follows '/' in byte order, and no name contains a control character.
  const next = descending
    ? `o.name < e.name`
    : `o.name >= case when e.is_folder then left(e.name, -1) || '0' else e.name || chr(1) end`;
  const entry = `o.name as full_name, strpos(substr(o.name, char_length($2) + 1), '/') as slash`;
  const first = descending ? `o.name < $7` : `o.name >= $7`;
  const select = (condition: string) => `
    select ${entry} from storage_objects o
    where ${LISTED} and ${condition} ${foldersOnly ? `and strpos(substr(o.name, char_length($2) + 1), '/') > 0` : ''}
    order by o.name ${descending ? 'desc' : 'asc'} limit 1`;
  const named = `case when found.slash > 0 then left(found.full_name, char_length($2) + found.slash) else found.full_name end`;
  return {
    reason: 'keyset search',
    text: `
      with recursive e as (
        select ${named} as name, found.slash > 0 as is_folder, 1 as position from (${select(first)}) found
        union all
        select ${named}, found.slash > 0, e.position + 1
        from e cross join lateral (${select(next)}) found
        where e.position < $8
      )
      select e.is_folder as "isFolder", ${COLUMNS.replace('o.name', 'e.name')}
      from e left join storage_objects o on not e.is_folder and o.bucket_id = $1 and o.name = e.name
      where e.position > $9 order by e.position`,
    values: [...listedValues(listing), startOf(after, prefix, descending), limit + offset, offset],
  };
}

/** Where a page by name starts: inclusive if ascending, exclusive if descending. */
function startOf(after: string | undefined, prefix: string, descending: boolean): string {
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
  const { descending, limit, offset } = listing;
  const [column, direction, comparison] = [
    SORT_COLUMNS[sortBy],
    descending ? 'desc' : 'asc',
    descending ? '<' : '>',
  ];
  const position = after && (sortBy === 'name' ? [after.name] : [after.name, after.time]);
  const afterPosition =
    sortBy === 'name' ? `o.name ${comparison} $9` : `(${column}, o.name) ${comparison} ($10, $9)`;
  return {
    reason: 'keyset search',
    text: `
      select false as "isFolder", ${COLUMNS} from storage_objects o
      where ${LISTED}
        ${direct ? `and strpos(substr(o.name, char_length($2) + 1), '/') = 0` : ''}
        ${position ? `and ${afterPosition}` : ''}
      order by ${sortBy === 'name' ? '' : `${column} ${direction}, `}o.name ${direction}
      limit $7 offset $8`,
    values: [...listedValues(listing), limit, offset, ...(position ?? [])],
  };
}

/** Sizes are strings on this path. */
export type DownloadRow = { isPublic: boolean } & (
  | ({ [Column in 'ownerId' | 'contentEncoding' | 'robots']: string | null } & ObjectRow & {
        bucketId: string;
        userMetadata: Record<string, unknown>;
      })
  | { id: null }
);

/**
 * Whether a bucket is public, and one of its objects if it exists. Every download from a public bucket runs it: through the entity
 * manager, the two lookups took most of the time of a small download.
 */
export const download = (bucketId: string, name: string): Statement => ({
  reason: 'measured hot read',
  name: 'storage-download',
  text: `select b.public as "isPublic", ${COLUMNS}, o.bucket_id as "bucketId", o.owner_id as "ownerId",
           o.content_encoding as "contentEncoding", o.robots, o.user_metadata as "userMetadata"
         from storage_buckets b left join storage_objects o on o.bucket_id = b.id and o.name = $2
         where b.id = $1`,
  values: [bucketId, name],
});
