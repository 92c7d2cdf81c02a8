import { Injectable } from '@nestjs/common';
import { v4 as randomVersion } from 'uuid';
import { Database } from '../../../platform/database/database.js';
import { StorageBackend, FileMissingError } from '../backends/storage-backend.port.js';
import { AccessPolicy } from '../buckets/access-policy.js';
import { NO_RULES } from '../buckets/bucket-rules.js';
import { Checksum } from '../core/checksum.js';
import { AlreadyExistsError } from '../core/storage-errors.js';
import { versionKey } from '../core/version-keys.js';
import { CommitVersion } from '../objects/commit-version.js';
import { DiscardVersions } from '../objects/discard-versions.js';
import { ObjectsRepository } from '../objects/objects.repository.js';

export interface InternalFile {
  bucketId: string;
  name: string;
}

const SERVICE = new AccessPolicy({ kind: 'service' }, NO_RULES);

/** Files of the product itself, in internal buckets that no route can access. A file never changes. */
@Injectable()
export class InternalFiles {
  constructor(
    private readonly objects: ObjectsRepository,
    private readonly commitVersion: CommitVersion,
    private readonly discardVersions: DiscardVersions,
    private readonly backend: StorageBackend,
    private readonly database: Database,
  ) {}

  /** Does nothing if the file exists. */
  async store(file: InternalFile, mimeType: string, bytes: Buffer): Promise<void> {
    const version = { ...file, version: randomVersion() };
    try {
      await this.backend.write(versionKey(version), toStream(bytes));
    } catch (error) {
      await this.discardVersions.discardAfterFailure(version);
      throw error;
    }
    const attributes = {
      size: bytes.length,
      mimeType,
      etag: new Checksum().update(bytes).etag,
      cacheControl: 'no-store',
      contentEncoding: null,
      robots: 'none',
      userMetadata: {},
    };
    try {
      await this.commitVersion.commit({ version, attributes, ownerId: null, policy: SERVICE, upsert: false });
    } catch (error) {
      if (!(error instanceof AlreadyExistsError)) throw error;
    }
  }

  /** Throws {@link FileMissingError}. */
  async read({ bucketId, name }: InternalFile): Promise<Buffer> {
    const object = await this.objects.find(bucketId, name);
    if (!object) throw new FileMissingError(`${bucketId}/${name}`);
    return this.backend.readInto(versionKey(object), Buffer.alloc(object.size));
  }

  /** Joins the current transaction, if there is one. */
  async delete(bucketId: string, names: readonly string[]): Promise<void> {
    await this.database.transaction(async () => {
      const everything = { all: true, ownerId: null, folder: null };
      await this.discardVersions.discard(await this.objects.delete(bucketId, [...names], everything));
    });
  }
}

async function* toStream(bytes: Buffer): AsyncGenerator<Uint8Array> {
  yield bytes;
}
