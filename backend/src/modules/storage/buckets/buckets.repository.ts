import {
  ForeignKeyConstraintViolationException,
  LockMode,
  UniqueConstraintViolationException,
} from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { containsPattern } from '../../../platform/database/contains-pattern.js';
import { Database } from '../../../platform/database/database.js';
import { AlreadyExistsError, BucketNotEmptyError } from '../core/storage-errors.js';
import { BucketEntity } from './bucket.entity.js';

export type Bucket = BucketEntity;
export type BucketOptions = Pick<Bucket, 'public' | 'fileSizeLimit' | 'allowedMimeTypes'>;

export interface BucketQuery {
  search?: string | undefined;
  sortBy: 'id' | 'createdAt' | 'updatedAt';
  order: 'asc' | 'desc';
  limit?: number | undefined;
  offset: number;
}

/** The buckets of clients. Internal buckets are treated as missing. */
@Injectable()
export class BucketsRepository {
  constructor(private readonly database: Database) {}

  find(id: string): Promise<Bucket | null> {
    return this.database.em.findOne(BucketEntity, { id, internal: false });
  }

  search({ search, sortBy, order, limit, offset }: BucketQuery): Promise<Bucket[]> {
    return this.database.em.find(
      BucketEntity,
      { internal: false, ...(search === undefined ? {} : { id: { $ilike: containsPattern(search) } }) },
      { orderBy: { [sortBy]: order, id: order }, limit, offset },
    );
  }

  /** Throws {@link AlreadyExistsError}. */
  async insert(
    bucket: Pick<Bucket, 'id' | 'ownerId' | 'createdAt' | 'updatedAt'> & BucketOptions,
  ): Promise<void> {
    try {
      await this.database.em.insert(BucketEntity, {
        ...bucket,
        internal: false,
        emptyingSince: null,
        emptyingObjects: null,
      });
    } catch (error) {
      if (error instanceof UniqueConstraintViolationException)
        throw new AlreadyExistsError('BucketAlreadyExists');
      throw error;
    }
  }

  /** Locks the bucket against all changes, for changing or deleting it. */
  findForUpdate(id: string): Promise<Bucket | null> {
    return this.database.em.findOne(
      BucketEntity,
      { id, internal: false },
      { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true },
    );
  }

  /** Prevents a bucket, internal or not, from being deleted until the transaction ends. */
  async lockAgainstDeletion(id: string): Promise<boolean> {
    const bucket = await this.database.em.findOne(
      BucketEntity,
      { id },
      { lockMode: LockMode.PESSIMISTIC_READ, refresh: true },
    );
    return bucket !== null;
  }

  /** Throws {@link BucketNotEmptyError}. */
  async delete(id: string): Promise<void> {
    try {
      await this.database.em.nativeDelete(BucketEntity, { id });
    } catch (error) {
      if (error instanceof ForeignKeyConstraintViolationException) throw new BucketNotEmptyError();
      throw error;
    }
  }

  /** How many objects there are when emptying begins. */
  async startEmptying({ id }: Bucket, emptyingObjects: number): Promise<void> {
    await this.database.em.nativeUpdate(BucketEntity, { id, emptyingObjects: null }, { emptyingObjects });
  }

  findBeingEmptied(limit: number): Promise<Bucket[]> {
    return this.database.em.find(
      BucketEntity,
      { emptyingSince: { $ne: null } },
      { orderBy: { emptyingSince: 'asc' }, limit },
    );
  }
}
