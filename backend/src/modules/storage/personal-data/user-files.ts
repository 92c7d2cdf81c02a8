import { Injectable } from '@nestjs/common';
import { Readable } from 'node:stream';
import { Database } from '../../../platform/database/database.js';
import {
  PersonalDataSource,
  type PersonalDataFile,
  type Person,
} from '../../../platform/personal-data/personal-data.port.js';
import { FileMissingError, StorageBackend } from '../backends/storage-backend.port.js';
import { parseMediaType } from '../core/mime-types.js';
import { versionKey } from '../core/version-keys.js';
import { DiscardVersions } from '../objects/discard-versions.js';
import { ObjectsRepository, type OwnedFileLimits, type StoredObject } from '../objects/objects.repository.js';
import { DiscardUpload } from '../resumable/discard-upload.js';
import { ResumableUploadsRepository } from '../resumable/resumable-uploads.repository.js';

const BATCH_SIZE = 500;
/** The bucket of profile pictures. */
const AVATARS = 'avatars';

/** A user's files: those they uploaded and those in their folder, in any bucket. */
@Injectable()
export class UserFiles extends PersonalDataSource {
  override readonly id = 'files';

  constructor(
    private readonly objects: ObjectsRepository,
    private readonly backend: StorageBackend,
    private readonly discardVersions: DiscardVersions,
    private readonly uploads: ResumableUploadsRepository,
    private readonly discardUpload: DiscardUpload,
    private readonly database: Database,
  ) {
    super();
  }

  override exportPersonalData({ userId }: Person): AsyncGenerator<PersonalDataFile> {
    return this.streamFiles(userId);
  }

  /**
   * Each file of a user, or in the folders named after another ID, followed by its metadata. Files that are replaced or removed meanwhile
   * are left out.
   */
  async *streamFiles(id: string): AsyncGenerator<PersonalDataFile> {
    for (let after: string | undefined; ;) {
      const objects = await this.objects.findOwned(id, after, BATCH_SIZE);
      for (const object of objects) {
        const path = exportedPath(object);
        try {
          yield { path, content: await this.backend.read(versionKey(object)) };
        } catch (error) {
          if (error instanceof FileMissingError) continue;
          throw error;
        }
        yield {
          path: `${path}~.json`,
          content: Readable.from([JSON.stringify(description(object), null, 2)]),
        };
      }
      if (objects.length < BATCH_SIZE) return;
      after = objects.at(-1)!.id;
    }
  }

  override async erasePersonalData({ userId }: Person): Promise<void> {
    for (const { id } of await this.uploads.findOwned(userId)) await this.discardUpload.discard(id);
    await this.deleteFiles(userId);
  }

  /** Deletes the files of a user, or in the folders named after another ID. */
  deleteFiles(id: string): Promise<void> {
    return this.delete(id);
  }

  /** Deletes what the user uploaded until the given time, except their profile picture. */
  async purgeUploads(userId: string, until: Date): Promise<void> {
    await this.delete(userId, { changedUntil: until, exceptBucket: AVATARS });
  }

  private async delete(userId: string, limits?: OwnedFileLimits): Promise<void> {
    while ((await this.deleteBatch(userId, limits)) === BATCH_SIZE);
  }

  private deleteBatch(userId: string, limits?: OwnedFileLimits): Promise<number> {
    return this.database.transaction(async () => {
      const removed = await this.objects.deleteOwned(userId, BATCH_SIZE, limits);
      await this.discardVersions.discard(removed);
      return removed.length;
    });
  }
}

/** Profile pictures, which are named after their user, get the extension of their type. */
function exportedPath({ bucketId, name, mimeType }: StoredObject): string {
  const isPicture = bucketId === AVATARS && !name.includes('/');
  const extension = isPicture ? parseMediaType(mimeType)?.replace('image/', '.') : undefined;
  return `${bucketId}/${name}${extension ?? ''}`;
}

function description({ size, mimeType, createdAt, updatedAt, userMetadata }: StoredObject): object {
  return { size, type: mimeType, uploadedAt: createdAt, changedAt: updatedAt, metadata: userMetadata };
}
