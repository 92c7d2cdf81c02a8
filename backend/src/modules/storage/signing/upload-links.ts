import { STORAGE_PATH } from '@subscription-site/shared/paths';
import { Injectable } from '@nestjs/common';
import { Settings } from '../../../platform/config/settings.js';
import { SignedUrls, type SignedObject } from './signed-urls.js';

/** Lets visitors upload a file that the product requested. */
@Injectable()
export class UploadLinks {
  constructor(
    private readonly signedUrls: SignedUrls,
    private readonly settings: Settings,
  ) {}

  /** The path for a single `PUT` of the file. The limits of the bucket apply. `name` must not need URL encoding. */
  async create({ bucketId, name }: SignedObject): Promise<string> {
    const claims = { owner: null, upsert: false };
    const { uploadUrlSeconds } = this.settings.storage;
    const token = await this.signedUrls.signUpload({ bucketId, name }, claims, uploadUrlSeconds);
    return `${STORAGE_PATH}/object/upload/sign/${bucketId}/${name}?token=${token}`;
  }
}
