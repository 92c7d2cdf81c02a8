import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createApi } from '../../src/bootstrap/create-api.js';
import { StorageFolder } from '../../src/modules/storage/backends/storage-folder.js';
import { testLogger } from '../support/test-logger.js';
import { startStorageFixture } from '../support/storage.js';
import { useShared } from '../support/fixtures.js';

describe('the storage folder', () => {
  const fixture = useShared(startStorageFixture);
  let other: string;
  beforeAll(async () => {
    other = await mkdtemp(join(tmpdir(), 'storage-test-'));
  });
  afterAll(() => rm(other, { recursive: true, force: true }));

  const settingsWith = (folder: string) => ({
    ...fixture.settings,
    storage: { ...fixture.settings.storage, folder },
  });
  /** As a process does when it starts. */
  const verify = (folder: string) =>
    new StorageFolder(fixture.database, fixture.clock, settingsWith(folder)).verify();
  const readId = async (folder: string) => (await readFile(join(folder, 'folder-id'), 'utf8')).trim();

  it('is probed for how it treats names', async () => {
    const storageFolder = fixture.api.get(StorageFolder);
    const { folder } = fixture.settings.storage;
    const before = await readdir(folder);
    const ignoresCase = existsSync(join(folder, 'FOLDER-ID'));
    expect(await storageFolder.probe()).toEqual({ ignoresCase, normalizesNames: expect.any(Boolean) });
    expect(await readdir(folder)).toEqual(before);
  });

  it('is the same one for all processes', async () => {
    const { folder } = fixture.settings.storage;
    const id = await readId(folder);
    await verify(folder);
    expect(await readId(folder)).toBe(id);
  });

  it("can't be another one, such as the local disk of a second host, until the files have moved there", async () => {
    const id = await readId(fixture.settings.storage.folder);
    const message = `STORAGE_DIR is not the folder with the files of this database: ${other}/folder-id does not contain ${id}. `;
    const starting = createApi({ settings: settingsWith(other), logger: testLogger });
    await expect(starting).rejects.toThrow(message);
    await writeFile(join(other, 'folder-id'), 'another');
    await expect(verify(other)).rejects.toThrow(message);
    await writeFile(join(other, 'folder-id'), id);
    await verify(other);
  });
});
