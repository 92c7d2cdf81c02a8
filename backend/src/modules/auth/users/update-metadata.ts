import { Injectable } from '@nestjs/common';
import { RealClock } from '../../../platform/clock.js';
import { Settings } from '../../../platform/config/settings.js';
import { assertMetadataSize, fullNameIn, mergeMetadata, metadataBytes } from '../core/user-metadata.js';
import type { UserEntity } from './persistence/user.entity.js';

/** Validated metadata, merged key by key; null removes a key. */
export interface MetadataUpdate {
  userMetadata: Record<string, unknown> | undefined;
  appMetadata?: Record<string, unknown> | undefined;
}

/** Updates a user's metadata and the name in it. */
@Injectable()
export class UpdateMetadata {
  constructor(
    private readonly settings: Settings,
    private readonly clock: RealClock,
  ) {}

  /** Call inside a transaction, on a locked user. Marks the user as updated in any case. Throws `validation_failed`. */
  apply(user: UserEntity, { userMetadata, appMetadata }: MetadataUpdate): void {
    const bytesBefore = metadataBytes(user);
    if (userMetadata) {
      user.userMetadata = mergeMetadata(user.userMetadata, userMetadata);
      if ('full_name' in userMetadata) user.fullName = fullNameIn(user.userMetadata);
    }
    if (appMetadata) user.appMetadata = mergeMetadata(user.appMetadata, appMetadata);
    // What is too large since the limit was lowered can be reduced in steps.
    if (metadataBytes(user) > bytesBefore) assertMetadataSize(user, this.settings.auth.metadataMaxBytes);
    user.updatedAt = this.clock.now();
  }
}
