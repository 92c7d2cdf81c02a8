import { Injectable } from '@nestjs/common';
import { RealClock } from '../../../platform/clock.js';
import { Database } from '../../../platform/database/database.js';
import { databaseTime } from '../../../platform/database/database-time.js';
import { ResumableUploadEntity } from './resumable-upload.entity.js';

export type ResumableUpload = ResumableUploadEntity;
export type NewResumableUpload = Pick<
  ResumableUpload,
  | 'id'
  | 'bucketId'
  | 'name'
  | 'ownerId'
  | 'upsert'
  | 'size'
  | 'mimeType'
  | 'cacheControl'
  | 'contentEncoding'
  | 'robots'
  | 'userMetadata'
  | 'expiresAt'
>;

/** A request whose process has died loses its lease after this time. */
const LEASE_SECONDS = 15;

@Injectable()
export class ResumableUploadsRepository {
  constructor(
    private readonly database: Database,
    private readonly clock: RealClock,
  ) {}

  find(id: string): Promise<ResumableUpload | null> {
    return this.database.em.findOne(ResumableUploadEntity, { id });
  }

  findOwned(ownerId: string): Promise<ResumableUpload[]> {
    return this.database.em.find(ResumableUploadEntity, { ownerId });
  }

  /** Size of the user's unfinished uploads; `unknownSize` for each whose client doesn't know it yet. */
  async sumSizesByOwner(ownerId: string, unknownSize: number): Promise<number> {
    const unfinished = await this.database.em.find(
      ResumableUploadEntity,
      { ownerId, completedAt: null },
      { fields: ['size'] },
    );
    return unfinished.reduce((total, { size }) => total + (size ?? unknownSize), 0);
  }

  async insert(upload: NewResumableUpload): Promise<void> {
    const state = { leasedBy: null, leaseUntil: null, releaseRequested: false, completedAt: null };
    await this.database.em.insert(ResumableUploadEntity, {
      ...upload,
      ...state,
      createdAt: this.clock.now(),
    });
  }

  async complete(id: string, size: number): Promise<void> {
    const completedAt = this.clock.now();
    await this.database.em.nativeUpdate(ResumableUploadEntity, { id }, { size, completedAt });
  }

  async delete(id: string): Promise<void> {
    await this.database.em.nativeDelete(ResumableUploadEntity, { id });
  }

  findExpired(limit: number): Promise<ResumableUpload[]> {
    return this.database.em.find(
      ResumableUploadEntity,
      { expiresAt: { $lte: this.clock.now() } },
      { orderBy: { expiresAt: 'asc' }, limit },
    );
  }

  /** True if the lease was free or has expired, and is now this holder's. */
  async lease(id: string, leasedBy: string): Promise<boolean> {
    const claimed = await this.database.em.nativeUpdate(
      ResumableUploadEntity,
      { id, $or: [{ leasedBy: null }, { leaseUntil: { $lt: databaseTime() } }] },
      { leasedBy, leaseUntil: databaseTime(LEASE_SECONDS), releaseRequested: false },
    );
    return claimed > 0;
  }

  /** Extends the lease. Undefined if it was lost; otherwise whether another request waits for it. */
  async renewLease(id: string, leasedBy: string): Promise<{ releaseRequested: boolean } | undefined> {
    const renewed = await this.database.em.nativeUpdate(
      ResumableUploadEntity,
      { id, leasedBy },
      { leaseUntil: databaseTime(LEASE_SECONDS) },
    );
    return renewed > 0 ? ((await this.find(id)) ?? undefined) : undefined;
  }

  async requestRelease(id: string): Promise<void> {
    await this.database.em.nativeUpdate(ResumableUploadEntity, { id }, { releaseRequested: true });
  }

  async release(id: string, leasedBy: string): Promise<void> {
    await this.database.em.nativeUpdate(
      ResumableUploadEntity,
      { id, leasedBy },
      { leasedBy: null, leaseUntil: null, releaseRequested: false },
    );
  }
}
