import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createApi } from '../../src/bootstrap/create-api.js';
import { StorageFolder } from '../../src/modules/storage/backends/storage-folder.js';
import { testLogger } from '../support/test-logger.js';
import { startStorageFixture } from '../support/storage.js';
import { useFixture } from '../support/fixtures.js';

describe('the storage folder', () => {
  const fixture = useFixture(startStorageFixture, {}, 'disk');
  let other: string;
  beforeAll(async () => {
    other = await mkdtemp(join(tmpdir(), 'storage-test-'));
  });
  afterAll(() => rm(other, { recursive: true, force: true }));

  /** Starts and stops a process with this folder. */
  const start = async (folder: string): Promise<void> => {
    const settings = { ...fixture.settings, storage: { ...fixture.settings.storage, folder } };
    const api = await createApi({ settings, logger: testLogger });
    await api.init().finally(() => api.close());
  };
  it('is probed for how it treats names', async () => {
    const storageFolder = fixture.api.get(StorageFolder);
    const { folder } = fixture.settings.storage;
    const before = await readdir(folder);
    const ignoresCase = existsSync(join(folder, 'FOLDER-ID'));
    expect(await storageFolder.probe()).toEqual({ ignoresCase, normalizesNames: expect.any(Boolean) });
    expect(await readdir(folder)).toEqual(before);
  });

  const idIn = async (folder: string) => (await readFile(join(folder, 'folder-id'), 'utf8')).trim();

  it('is the same one for all processes', async () => {
    const { folder } = fixture.settings.storage;
    const id = await idIn(folder);
    await start(folder);
    expect(await idIn(folder)).toBe(id);
  });

  it("can't be another one, such as the local disk of a second host, until the files have moved there", async () => {
    const id = await idIn(fixture.settings.storage.folder);
    const message = `STORAGE_DIR is not the folder with the files of this database: ${other}/folder-id does not contain ${id}. `;
    await expect(start(other)).rejects.toThrow(message);
    await writeFile(join(other, 'folder-id'), 'another');
    await expect(start(other)).rejects.toThrow(message);
    await writeFile(join(other, 'folder-id'), id);
    await start(other);
  });
});
