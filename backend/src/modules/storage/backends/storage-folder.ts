import { Injectable } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import { link, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { RealClock } from '../../../platform/clock.js';
import { Settings } from '../../../platform/config/settings.js';
import { Database } from '../../../platform/database/database.js';
import { StorageFolderEntity } from './storage-folder.entity.js';

const ID_FILE = 'folder-id';
/** Composed characters (NFC). */
const PROBE = 'probe-\u00e4';

/** What a file system does with names. Files are found by the IDs in their names, so neither matters to the product. */
export interface FolderTraits {
  /** `a` and `A` are the same file. */
  ignoresCase: boolean;
  /** An umlaut and its decomposed form are the same name. */
  normalizesNames: boolean;
}

/** Ensures that all processes store their files in the same folder, also if they run on several hosts. */
@Injectable()
export class StorageFolder {
  private readonly file: string;

  constructor(
    private readonly database: Database,
    private readonly clock: RealClock,
    { storage }: Settings,
  ) {
    this.file = resolve(storage.folder, ID_FILE);
  }

  /** The first folder becomes that of the database. Throws if this is another one. */
  async verify(): Promise<void> {
    const expected = (await this.find()) ?? (await this.register(await this.createId()));
    if ((await this.readId()) === expected) return;
    throw new Error(
      `STORAGE_DIR is not the folder with the files of this database: ${this.file} does not contain ${expected}. ` +
        'Share one folder between all hosts, or use STORAGE_BACKEND=s3. If the files have moved here, write the ID to that file.',
    );
  }

  /** How the file system of the folder treats names, for operators who move files between systems. */
  async probe(): Promise<FolderTraits> {
    const id = randomUUID();
    const spelled = (start: string) => resolve(dirname(this.file), `${start}-${id}`);
    const file = spelled(PROBE);
    await writeFile(file, '', { mode: 0o600 });
    try {
      return {
        ignoresCase: await exists(spelled(PROBE.toUpperCase())),
        normalizesNames: await exists(spelled(PROBE.normalize('NFD'))),
      };
    } finally {
      await rm(file);
    }
  }

  private async find(): Promise<string | undefined> {
    return (await this.database.em.findOne(StorageFolderEntity, { singleton: true }))?.id;
  }

  /** Another process may do the same at the same time: the first one wins. */
  private async register(id: string): Promise<string> {
    await this.database.em
      .createQueryBuilder(StorageFolderEntity)
      .insert({ singleton: true, id, createdAt: this.clock.now() })
      .onConflict('singleton')
      .ignore()
      .execute('run');
    return (await this.find())!;
  }

  /** The folder keeps the ID that it has. */
  private async createId(): Promise<string> {
    const unfinished = `${this.file}-${randomUUID()}`;
    await writeFile(unfinished, `${randomUUID()}\n`, { mode: 0o600 });
    try {
      await link(unfinished, this.file);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    } finally {
      await rm(unfinished);
    }
    return (await this.readId())!;
  }

  private async readId(): Promise<string | undefined> {
    try {
      return (await readFile(this.file, 'utf8')).trim();
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
      throw error;
    }
  }
}

function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
