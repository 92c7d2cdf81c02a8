import { Injectable } from '@nestjs/common';
import { timingSafeEqual, type KeyObject } from 'node:crypto';
import { Clock } from '../../../platform/clock.js';
import { Settings } from '../../../platform/config/settings.js';
import { DomainError } from '../../../platform/domain-error.js';
import { derivedKey, keyedHash } from '../../../platform/security/derived-key.js';
import { Sessions } from '../../auth/index.js';
import type { DataExportEntity } from './data-export.entity.js';
import { DataExportsRepository } from './data-exports.repository.js';

/** The export has expired, or its owner has signed out or been erased. */
export class ExportExpiredError extends DomainError {
  constructor() {
    super('gone', 'export_expired', 'This download has expired. Request a new one in your account.');
  }
}

/** Download links of exports. Each works as long as the session it was issued to is active. */
@Injectable()
export class ExportLinks {
  private readonly key: KeyObject;

  constructor(
    private readonly dataExports: DataExportsRepository,
    private readonly sessions: Sessions,
    private readonly clock: Clock,
    settings: Settings,
  ) {
    this.key = derivedKey(settings.auth.sharedSecret, 'data export links');
  }

  /** Path of the download. */
  pathFor(exportId: string, sessionId: string): string {
    return `/api/account/v1/exports/${exportId}/download?token=${sessionId}.${this.sign(exportId, sessionId)}`;
  }

  /** Throws `not_found` for a link that was never issued, and `export_expired`. */
  async resolve(exportId: string, token: string): Promise<DataExportEntity> {
    const [sessionId = '', signature = ''] = token.split('.');
    if (!equal(signature, this.sign(exportId, sessionId)))
      throw new DomainError('not_found', 'not_found', 'Export not found.');
    const found = await this.dataExports.find(exportId);
    const isAvailable = found?.status === 'ready' && found.expiresAt! > this.clock.now();
    if (!isAvailable || !(await this.sessions.isActive(sessionId, found.userId)))
      throw new ExportExpiredError();
    return found;
  }

  private sign(exportId: string, sessionId: string): string {
    return keyedHash(this.key, `${exportId} ${sessionId}`);
  }
}

function equal(a: string, b: string): boolean {
  return a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));
}
