import { Injectable } from '@nestjs/common';
import { RealClock } from '../../../platform/clock.js';
import { Settings } from '../../../platform/config/settings.js';
import { assertMetadataSize, fullNameIn, mergeMetadata } from '../core/user-metadata.js';
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
    if (userMetadata) {
      user.userMetadata = this.merged(user.userMetadata, userMetadata);
      if ('full_name' in userMetadata) user.fullName = fullNameIn(user.userMetadata);
    }
    if (appMetadata) user.appMetadata = this.merged(user.appMetadata, appMetadata);
    user.updatedAt = this.clock.now();
  }

  private merged(current: Record<string, unknown>, change: Record<string, unknown>): Record<string, unknown> {
    const merged = mergeMetadata(current, change);
    assertMetadataSize(merged, this.settings.auth.metadataMaxLength);
    return merged;
  }
}
