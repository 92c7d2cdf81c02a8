import { Injectable } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { Logger } from '../../../platform/logging/logger.js';
import { UploadLockedError, UploadNotFoundError } from '../core/storage-errors.js';
import { ResumableUploadsRepository } from './resumable-uploads.repository.js';

const RENEW_MS = 2000;
const POLL_MS = 200;
/** Longer than the lease of a process that has died. */
const MAX_WAIT_MS = 20_000;

/**
 * Lets one request at a time write to an upload, in all processes. A request that waits asks the current one to stop: its client has
 * probably lost the connection and is resuming.
 */
@Injectable()
export class UploadLeases {
  constructor(
    private readonly uploads: ResumableUploadsRepository,
    private readonly logger: Logger,
  ) {}

  /** Throws {@link UploadNotFoundError}, and {@link UploadLockedError} if the current holder doesn't stop in time. */
  async hold<T>(uploadId: string, work: () => Promise<T>): Promise<T> {
    const lease = this.create(uploadId);
    // The work is short, so another request can wait for it.
    await lease.lock(AbortSignal.timeout(MAX_WAIT_MS), () => undefined);
    try {
      return await work();
    } finally {
      await lease.unlock();
    }
  }

  /** A lease, not yet acquired. */
  create(uploadId: string): UploadLease {
    return new UploadLease(uploadId, this.uploads, this.logger);
  }
}

/** Also a lock of the TUS server. */
class UploadLease {
  private readonly holder = randomUUID();
  private renewal: NodeJS.Timeout | undefined;

  constructor(
    private readonly uploadId: string,
    private readonly uploads: ResumableUploadsRepository,
    private readonly logger: Logger,
  ) {}

  /** `requestRelease` is called while another request waits for the lease, and if it was lost. */
  async lock(signal: AbortSignal, requestRelease: () => Promise<void> | void): Promise<void> {
    const start = performance.now();
    while (!(await this.uploads.lease(this.uploadId, this.holder))) {
      if (!(await this.uploads.find(this.uploadId))) throw new UploadNotFoundError();
      if (signal.aborted || performance.now() - start > MAX_WAIT_MS) throw new UploadLockedError();
      await this.uploads.requestRelease(this.uploadId);
      await pause(POLL_MS);
    }
    this.renewal = setInterval(() => void this.renew(requestRelease), RENEW_MS);
  }

  async unlock(): Promise<void> {
    clearInterval(this.renewal);
    await this.uploads.release(this.uploadId, this.holder);
  }

  private async renew(requestRelease: () => Promise<void> | void): Promise<void> {
    try {
      const lease = await this.uploads.renewLease(this.uploadId, this.holder);
      if (!lease || lease.releaseRequested) await requestRelease();
    } catch (error) {
      this.logger.warn('renewing upload lease failed', { upload: this.uploadId, error });
    }
  }
}
