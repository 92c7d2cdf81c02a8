import { Injectable } from '@nestjs/common';
import { errors, jwtVerify, SignJWT, type JWTPayload } from 'jose';
import type { KeyObject } from 'node:crypto';
import { RealClock } from '../../../platform/clock.js';
import { Settings } from '../../../platform/config/settings.js';
import { derivedKey } from '../../../platform/security/derived-key.js';
import { SignedTokenError } from '../core/storage-errors.js';

/** What the holder of a signed URL may do. */
export type SignedUrlScope = 'download' | 'upload';

export interface SignedObject {
  bucketId: string;
  name: string;
}

/** Rights that a signed upload URL carries. */
export interface UploadClaims {
  /** The user who created the URL; null for the service role. */
  owner: string | null;
  upsert: boolean;
}

/** What a signed download URL is for. */
export interface DownloadClaims {
  /** Options of an image, as written by `formatImageOptions`. Undefined: the file itself. */
  transformations: string | undefined;
  expiresAt: Date;
}

const ALGORITHM = 'HS256';

/** Tokens of signed URLs: signed with keys that sign nothing else, for one object, one scope and a limited time. */
@Injectable()
export class SignedUrls {
  private readonly keys: readonly KeyObject[];

  constructor(
    { storage, auth }: Settings,
    private readonly clock: RealClock,
  ) {
    const secrets = storage.signingSecrets.length > 0 ? storage.signingSecrets : [auth.sharedSecret];
    this.keys = secrets.map((secret) => derivedKey(secret, 'storage URLs'));
  }

  /** With `transformations`, for the transformed image only. */
  signDownload(object: SignedObject, seconds: number, transformations?: string): Promise<string> {
    return this.sign(object, 'download', { transformations }, seconds);
  }

  signUpload(object: SignedObject, claims: UploadClaims, seconds: number): Promise<string> {
    return this.sign(object, 'upload', { ...claims }, seconds);
  }

  /** A token for a transformed image can't be used for the file itself, nor the reverse. Throws {@link SignedTokenError}. */
  async verifyDownload(
    token: string,
    object: SignedObject,
    { transformed }: { transformed: boolean },
  ): Promise<DownloadClaims> {
    const { transformations, exp } = await this.verify(token, object, 'download');
    if ((typeof transformations === 'string') !== transformed)
      throw new SignedTokenError(
        'InvalidSignature',
        `This token can't be used for the ${transformed ? 'transformed image' : 'original file'}`,
      );
    return { transformations: transformations as string | undefined, expiresAt: new Date(exp! * 1000) };
  }

  /** Throws {@link SignedTokenError}. */
  async verifyUpload(token: string, object: SignedObject): Promise<UploadClaims> {
    const { owner, upsert } = await this.verify(token, object, 'upload');
    return { owner: typeof owner === 'string' ? owner : null, upsert: upsert === true };
  }

  private sign(
    object: SignedObject,
    scope: SignedUrlScope,
    claims: object,
    seconds: number,
  ): Promise<string> {
    const now = Math.floor(this.clock.now().getTime() / 1000);
    return new SignJWT({ url: toPath(object), scope, ...claims })
      .setProtectedHeader({ alg: ALGORITHM })
      .setIssuedAt(now)
      .setExpirationTime(now + seconds)
      .sign(this.keys[0]!);
  }

  private async verify(token: string, object: SignedObject, scope: SignedUrlScope): Promise<JWTPayload> {
    const payload = await this.verifySignature(token);
    if (payload.scope !== scope)
      throw new SignedTokenError('InvalidSignature', `This token can't be used to ${scope}`);
    if (payload.url !== toPath(object))
      throw new SignedTokenError('InvalidSignature', 'This token belongs to another object');
    return payload;
  }

  private async verifySignature(token: string): Promise<JWTPayload> {
    const currentDate = this.clock.now();
    const requiredClaims = ['exp'];
    for (const key of this.keys) {
      try {
        return (await jwtVerify(token, key, { algorithms: [ALGORITHM], currentDate, requiredClaims }))
          .payload;
      } catch (error) {
        if (error instanceof errors.JWSSignatureVerificationFailed) continue;
        if (error instanceof errors.JWTExpired)
          throw new SignedTokenError('ExpiredToken', '"exp" claim timestamp check failed');
        throw new SignedTokenError('InvalidJWT', 'Invalid Compact JWS');
      }
    }
    throw new SignedTokenError('InvalidJWT', 'signature verification failed');
  }
}

function toPath({ bucketId, name }: SignedObject): string {
  return `${bucketId}/${name}`;
}
