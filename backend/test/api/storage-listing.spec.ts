import { createBucket, unwrap, getError, startStorageFixture } from '../support/storage.js';
import { useShared } from '../support/fixtures.js';

const NAMES = [
  'a.txt',
  'B.txt',
  'folder/1.txt',
  'folder/2.txt',
  'folder/deep/x.txt',
  'folder.txt',
  'folder0.txt',
  'Folder2/y.txt',
  'z.txt',
];

describe('listing, through the client library', () => {
  const fixture = useShared(startStorageFixture);
  let bucket: string;
  beforeAll(async () => {
    bucket = await createBucket(fixture);
    for (const name of NAMES) {
      fixture.clock.advance(1);
      unwrap(await fixture.service.from(bucket).upload(name, name, { contentType: 'text/plain' }));
    }
  });

  const files = () => fixture.service.from(bucket);
  const names = async (...args: Parameters<ReturnType<typeof files>['list']>) =>
    unwrap(await files().list(...args)).map(({ name }) => name);

  it('shows folders and files of a folder in byte order, with names relative to it', async () => {
    expect(await names()).toEqual([
      'B.txt',
      'Folder2',
      'a.txt',
      'folder.txt',
      'folder',
      'folder0.txt',
      'z.txt',
    ]);
    expect(await names('folder')).toEqual(['1.txt', '2.txt', 'deep']);
    expect(await names('/folder/deep/')).toEqual(['x.txt']);
    expect(await names('no-such')).toEqual([]);
    const [file, folder] = unwrap(await files().list('folder', { limit: 2, offset: 1 }));
    expect(file).toEqual({
      name: '2.txt',
      id: expect.any(String),
      updated_at: expect.stringMatching(/Z$/),
      created_at: expect.stringMatching(/Z$/),
      last_accessed_at: expect.stringMatching(/Z$/),
      metadata: expect.objectContaining({ size: 12, mimetype: 'text/plain', cacheControl: 'max-age=3600' }),
    });
    expect(folder).toEqual({
      name: 'deep',
      id: null,
      updated_at: null,
      created_at: null,
      last_accessed_at: null,
      metadata: null,
    });
  });

  it('has pages, orders and a search', async () => {
    const all = await names();
    for (let offset = 0; offset < all.length; offset += 2)
      expect(await names('', { limit: 2, offset })).toEqual(all.slice(offset, offset + 2));
    expect(await names('', { sortBy: { column: 'name', order: 'desc' } })).toEqual(all.toReversed());
    expect(await names('', { search: 'FOLDER' })).toEqual(['Folder2', 'folder.txt', 'folder', 'folder0.txt']);
    expect(await names('', { search: '%' })).toEqual([]);
    const byTime = ['Folder2', 'folder', 'a.txt', 'B.txt', 'folder.txt', 'folder0.txt', 'z.txt'];
    expect(await names('', { sortBy: { column: 'created_at', order: 'asc' } })).toEqual(byTime);
    expect(await names('', { sortBy: { column: 'updated_at', order: 'desc' } })).toEqual([
      ...byTime.slice(0, 2),
      ...byTime.slice(2).toReversed(),
    ]);
    for (let offset = 0; offset < byTime.length; offset += 3)
      expect(await names('', { limit: 3, offset, sortBy: { column: 'created_at', order: 'asc' } })).toEqual(
        byTime.slice(offset, offset + 3),
      );
  });

  it('rejects invalid requests, naming the field', async () => {
    expect(getError(await files().list('', { sortBy: { column: 'size' } })).message).toContain('column');
    expect(getError(await files().listV2({ limit: 1001 })).message).toContain('limit');
  });

  type PageOptions = NonNullable<Parameters<ReturnType<typeof files>['listV2']>[0]>;

  /** Follows the cursor to the end. */
  const pages = async (options: PageOptions): Promise<string[]> => {
    const found: string[] = [];
    for (let cursor: string | undefined, count = 0; count < 20; count++) {
      const page = unwrap(await files().listV2({ ...options, ...(cursor ? { cursor } : {}) }));
      expect(page.folders.length + page.objects.length).toBeLessThanOrEqual(options.limit ?? 1000);
      expect(page.hasNext).toBe(page.nextCursor !== undefined);
      found.push(...page.folders.map(({ name }) => name), ...page.objects.map(({ name }) => name));
      if (!page.hasNext) return found;
      cursor = page.nextCursor;
    }
    throw new Error('The last page never came.');
  };

  const TOP = NAMES.filter((name) => !name.includes('/'));
  const FOLDERS = ['Folder2/', 'folder/'];

  it.each<[string, PageOptions, string[]]>([
    ['everything by name', {}, NAMES.toSorted()],
    ['a prefix', { prefix: 'folder' }, NAMES.filter((name) => name.startsWith('folder')).sort()],
    ['by time, descending', { sortBy: { column: 'updated_at', order: 'desc' } }, NAMES.toReversed()],
    [
      'folders, descending',
      { with_delimiter: true, sortBy: { column: 'name', order: 'desc' } },
      [...TOP, ...FOLDERS].sort().toReversed(),
    ],
    [
      'folders by time',
      { with_delimiter: true, sortBy: { column: 'created_at', order: 'asc' } },
      [...FOLDERS, ...TOP],
    ],
  ])('goes through pages of any size: %s', async (_name, options, expected) => {
    expect(await pages({ ...options, limit: 1 })).toEqual(expected);
    // Within a page, folders come first.
    expect((await pages({ ...options, limit: 3 })).toSorted()).toEqual(expected.toSorted());
  });

  it('has full names and keys in pages', async () => {
    const page = unwrap(await files().listV2({ prefix: 'folder/', with_delimiter: true }));
    expect(page).toMatchObject({
      hasNext: false,
      folders: [{ key: 'folder/deep', name: 'folder/deep/' }],
      objects: [
        { key: 'folder/1.txt', name: 'folder/1.txt', id: expect.any(String), metadata: { size: 12 } },
        { key: 'folder/2.txt', name: 'folder/2.txt' },
      ],
    });
    expect(unwrap(await files().listV2({ limit: 1 }))).toMatchObject({
      hasNext: true,
      nextCursorKey: 'B.txt',
    });
  });
});
