import type { INestApplicationContext } from '@nestjs/common';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { DiskStorageBackend } from '../../src/modules/storage/backends/disk-storage-backend.js';
import { DeleteUnusedFiles } from '../../src/modules/storage/deletion/delete-unused-files.task.js';
import { AuditFiles } from '../../src/modules/storage/file-audit/audit-files.task.js';
import { randomFrom } from '../support/random.js';
import { createBucket, startStorageFixture, unwrap, type StorageFixture } from '../support/storage.js';
import { stopScheduledTasks } from '../support/worker.js';

const SEED = Number(process.env.FUZZ_SEED ?? 20_261_127);
const DAYS = 10;
const CHANGES_A_DAY = 100;
const A_DAY = 86_400;

/** Different names that some file systems treat as the same. */
const FOLDERS = ['Docs', 'docs', 'DOCS', ...inBothForms('Café'), ...inBothForms('café'), '\u212b', '\u00c5'];
const FILES = [
  'photo.png',
  'Photo.png',
  'photo.PNG',
  ...inBothForms('Café.pdf'),
  'CAFÉ.pdf',
  ...inBothForms('가.txt'),
];
const NAMES = [...FILES, ...FOLDERS.flatMap((folder) => FILES.map((file) => `${folder}/${file}`))];

/** How file systems compare names (`fold`) and return them in lists (`spell`). */
const SYSTEMS = {
  'ignores case and composition, as on macOS': {
    fold: toFolded,
    spell: (name: string) => name,
  },
  'also decomposes names, as on older Macs': {
    fold: toFolded,
    spell: (name: string) => name.normalize('NFD'),
  },
  'ignores case only, as on Windows': {
    fold: (name: string) => name.toLowerCase(),
    spell: (name: string) => name,
  },
};

describe.each(Object.entries(SYSTEMS))('files on a file system that %s', (_, { fold, spell }) => {
  let fixture: StorageFixture;
  let worker: INestApplicationContext;
  const disk = DiskStorageBackend.prototype as unknown as { resolvePath(key: string): string };
  const { resolvePath } = disk;
  beforeAll(async () => {
    const spellings = new Map<string, string>();
    const toStoredSpelling = (path: string): string => {
      const known = spellings.get(fold(path)) ?? spell(path);
      spellings.set(fold(path), known);
      return known;
    };
    disk.resolvePath = function (key) {
      return resolvePath.call(
        this,
        key.split('/').reduce((folder, segment) => toStoredSpelling(join(folder, segment)), ''),
      );
    };
    fixture = await startStorageFixture({}, 'disk');
    worker = await fixture.startWorker();
    await stopScheduledTasks(fixture, worker);
  });
  afterAll(async () => {
    disk.resolvePath = resolvePath;
    await fixture?.stop();
  });

  it(`are kept in every spelling for ${DAYS} days, and deleted with their objects`, async () => {
    const random = randomFrom(SEED);
    const pick = <T>(values: readonly T[]): T => values[random(values.length)]!;
    const bucket = fixture.service.from(await createBucket(fixture));
    const expected = new Map<string, string>();
    const change = async (content: string): Promise<void> => {
      const [name, other] = [pick(NAMES), pick(NAMES)];
      const stored = expected.get(name);
      if (stored === undefined || random(3) === 0) {
        unwrap(await bucket.upload(name, content, { upsert: true }));
        expected.set(name, content);
      } else if (expected.has(other)) {
        unwrap(await bucket.remove([name]));
        expected.delete(name);
      } else if (random(2) === 0) {
        unwrap(await bucket.copy(name, other));
        expected.set(other, stored);
      } else {
        unwrap(await bucket.move(name, other));
        expected.set(other, stored);
        expected.delete(name);
      }
    };
    const runDailyTasks = async (): Promise<void> => {
      fixture.clock.advance(A_DAY + 60);
      await worker.get(AuditFiles).run();
      await worker.get(DeleteUnusedFiles).run();
    };
    for (let day = 1; day <= DAYS; day += 1) {
      for (let number = 0; number < CHANGES_A_DAY; number += 1) await change(`day ${day}, change ${number}`);
      await runDailyTasks();
      const found = new Map<string, string>();
      for (const name of expected.keys()) {
        const { data, error } = await bucket.download(name);
        found.set(name, error ? error.message : await data.text());
      }
      expect({ seed: SEED, day, found }).toEqual({ seed: SEED, day, found: expected });
      expect(await fixture.storedKeys()).toHaveLength(expected.size);
    }
    unwrap(await bucket.remove([...expected.keys()]));
    await runDailyTasks();
    expect(await readdir(join(fixture.settings.storage.folder, 'objects'))).toEqual([]);
  }, 600_000);
});

function toFolded(name: string): string {
  return name.normalize('NFC').toLowerCase().normalize('NFC');
}

/** Composed and decomposed. */
function inBothForms(name: string): string[] {
  return [name.normalize('NFC'), name.normalize('NFD')];
}
