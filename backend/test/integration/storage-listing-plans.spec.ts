import {
  entriesByName,
  objectsInOrder,
  type Listing,
} from '../../src/modules/storage/objects/objects.queries.js';
import type { Statement } from '../../src/platform/database/database.js';
import { startStorageFixture } from '../support/storage.js';
import { useShared } from '../support/fixtures.js';

const OBJECTS = 10_000;
const PAGE = 100;
const OWNER = '00000000-0000-4000-8000-000000000001';
const OWNED = 50;

interface Plan {
  Plans?: Plan[];
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
}

/** One page of a large bucket reads little more than its entries. */
describe('listing a large bucket', () => {
  const fixture = useShared(startStorageFixture);
  beforeAll(async () => {
    const { database } = fixture;
    await database.query({
      text: `insert into storage_buckets (id, created_at, updated_at) values ('folders', now(), now()), ('flat', now(), now())`,
    });
    // The oldest objects are in three folders, the latest beside them.
    await database.query({
      text: `insert into storage_objects (id, bucket_id, name, owner_id, version, size, mime_type, etag, cache_control, created_at, updated_at)
        select gen_random_uuid(), bucket, case when bucket = 'flat' or number > $1 - 500 then '' else format('folder-%s/', number % 3) end || lpad(number::text, 7, '0'),
          case when number % ($1 / $3::int) = 0 then $2::uuid end, gen_random_uuid(), 1, 'text/plain', '"x"', 'no-cache',
          now() + number * interval '1 second', now() + number * interval '1 second'
        from generate_series(1, $1::int) number, unnest('{folders,flat}'::text[]) bucket`,
      values: [OBJECTS, OWNER, OWNED],
    });
    await database.query({ text: 'vacuum analyze storage_objects' });
  });

  const everyone = { all: true, ownerId: null, folder: null };
  const owner = { all: false, ownerId: OWNER, folder: null };
  const ownerOrFolder = { all: false, ownerId: OWNER, folder: OWNER };
  const listing = (bucketId: string, changes: Partial<Listing> = {}): Listing => {
    const all = { prefix: '', search: '', scope: everyone, descending: false, limit: PAGE, offset: 0 };
    return { bucketId, ...all, ...changes };
  };
  const latest = { name: '', time: new Date(Date.now() + (OBJECTS - 400) * 1000) };

  const readRows = async (statement: Statement): Promise<number> => {
    const text = `explain (analyze, format json) ${statement.text}`;
    const [row] = await fixture.database.query<{ 'QUERY PLAN': { Plan: Plan }[] }>({ ...statement, text });
    return rejectedRows(row!['QUERY PLAN'][0]!.Plan);
  };

  it.each<[string, number, Statement]>([
    [
      'the objects beside large folders, by time',
      PAGE,
      objectsInOrder(listing('folders'), 'createdAt', undefined, true),
    ],
    [
      'the objects beside large folders, by time after a position',
      PAGE,
      objectsInOrder(listing('folders'), 'updatedAt', latest, true),
    ],
    [
      'the objects of a folder, latest first',
      PAGE,
      objectsInOrder(
        listing('folders', { prefix: 'folder-1/', descending: true }),
        'updatedAt',
        undefined,
        true,
      ),
    ],
    ['few folders', 3, entriesByName(listing('folders'), undefined, true)],
    ['the folders beside many objects', 0, entriesByName(listing('flat'), undefined, true)],
    ["a user's objects", OWNED, entriesByName(listing('flat', { scope: owner }), undefined, false)],
    [
      "a user's objects and those in their folder",
      OWNED,
      entriesByName(listing('flat', { scope: ownerOrFolder }), undefined, false),
    ],
    [
      "a user's objects by time, latest first",
      OWNED,
      objectsInOrder(listing('flat', { scope: owner, descending: true }), 'createdAt', undefined, true),
    ],
  ])('finds %s without reading others', async (_, count, statement) => {
    expect(await fixture.database.query(statement)).toHaveLength(count);
    expect(await readRows(statement)).toBeLessThan(2 * PAGE);
  });
});

/** Rows that were read but didn't match. */
function rejectedRows(plan: Plan): number {
  const own = (plan['Rows Removed by Filter'] ?? 0) * plan['Actual Loops'];
  return (plan.Plans ?? []).reduce((total, part) => total + rejectedRows(part), own);
}
