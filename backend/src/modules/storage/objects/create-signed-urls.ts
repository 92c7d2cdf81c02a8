import { Injectable } from '@nestjs/common';
import { Settings } from '../../../platform/config/settings.js';
import { getUserId, type StorageCaller } from '../buckets/access-policy.js';
import { BucketAccess } from '../buckets/bucket-access.js';
import { assertObjectName } from '../core/object-names.js';
import { SignedUrls, type SignedObject } from '../signing/signed-urls.js';
import { CommitVersion } from './commit-version.js';
import { FindObject } from './find-object.js';

/** Creates tokens for signed URLs, only for what the caller may do now. */
@Injectable()
export class CreateSignedUrls {
  constructor(
    private readonly findObject: FindObject,
    private readonly access: BucketAccess,
    private readonly commitVersion: CommitVersion,
    private readonly signedUrls: SignedUrls,
    private readonly settings: Settings,
  ) {}

  /** With `transformations`, only for the image transformed like this. */
  async forDownload(
    caller: StorageCaller,
    { bucketId, name }: SignedObject,
    seconds: number,
    transformations?: string,
  ): Promise<string> {
    await this.findObject.readable(bucketId, name, caller);
    return this.signedUrls.signDownload({ bucketId, name }, seconds, transformations);
  }

  /** By name; names that the caller may not read are left out. */
  async forDownloads(
    caller: StorageCaller,
    bucketId: string,
    names: readonly string[],
    seconds: number,
  ): Promise<Map<string, string>> {
    const readable = await this.findObject.readableAmong(bucketId, names, caller);
    const tokens = new Map<string, string>();
    for (const name of readable)
      tokens.set(name, await this.signedUrls.signDownload({ bucketId, name }, seconds));
    return tokens;
  }

  async forUpload(caller: StorageCaller, bucketId: string, name: string, upsert: boolean): Promise<string> {
    assertObjectName(name);
    const owner = getUserId(caller);
    const { policy } = await this.access.open(bucketId, caller);
    await this.commitVersion.assertWritable({ bucketId, name }, { policy, ownerId: owner, upsert });
    return this.signedUrls.signUpload(
      { bucketId, name },
      { owner, upsert },
      this.settings.storage.uploadUrlSeconds,
    );
  }
}
