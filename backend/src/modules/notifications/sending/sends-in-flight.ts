import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { Clock } from '../../../platform/clock.js';
import { withDeadline } from '../../../platform/deadline.js';
import { Logger } from '../../../platform/logging/logger.js';
import type { ClaimedEmail, Lease } from './sending.queries.js';
import { SendingRepository } from './sending.repository.js';
import { newWorkerName } from './worker-name.js';

/** Several times shorter than the lease, and than other workers wait before they take over an expired one. */
const HEARTBEAT_MS = 500;
/** A renewal that hangs is left alone, and another one begins. */
const RENEWAL_DEADLINE_MS = 2000;
/** A send is aborted after this time, even if the server keeps trickling bytes. */
const MAX_SEND_MS = 300_000;

interface Send {
  startedAt: number;
  controller: AbortController;
}

/** The emails this worker is sending or recording. Renews the leases of slow ones, all in one statement. */
@Injectable()
export class SendsInFlight implements OnApplicationShutdown {
  /** Unique across all workers, including dead ones. */
  private readonly worker = newWorkerName();
  private readonly sends = new Map<string, Send>();
  private heartbeat: NodeJS.Timeout | undefined;
  private isRenewing = false;

  constructor(
    private readonly sending: SendingRepository,
    private readonly clock: Clock,
    private readonly logger: Logger,
  ) {}

  newLease(): Lease {
    return { worker: this.worker, now: this.clock.now() };
  }

  has(id: string): boolean {
    return this.sends.has(id);
  }

  /**
   * Runs the send. Its lease is renewed until it fails or, if the server accepts the email, until {@link end}. The signal aborts it when
   * the process stops or after {@link MAX_SEND_MS}.
   */
  async start<T>(
    { id }: ClaimedEmail,
    stop: AbortSignal,
    send: (signal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    const controller = new AbortController();
    const abort = (): void => controller.abort(stop.reason);
    stop.addEventListener('abort', abort, { once: true });
    this.sends.set(id, { startedAt: performance.now(), controller });
    this.heartbeat ??= setInterval(() => void this.renewLeases(), HEARTBEAT_MS).unref();
    try {
      stop.throwIfAborted();
      return await send(controller.signal);
    } catch (error) {
      this.sends.delete(id);
      throw error;
    } finally {
      stop.removeEventListener('abort', abort);
    }
  }

  end({ id }: ClaimedEmail): void {
    this.sends.delete(id);
  }

  onApplicationShutdown(): void {
    clearInterval(this.heartbeat);
  }

  private async renewLeases(): Promise<void> {
    const now = performance.now();
    const slow = [...this.sends].filter(([, { startedAt }]) => now - startedAt > HEARTBEAT_MS / 2);
    for (const [, { startedAt, controller }] of slow) if (now - startedAt > MAX_SEND_MS) controller.abort();
    if (slow.length === 0 || this.isRenewing) return;
    const ids = slow.map(([id]) => id);
    this.isRenewing = true;
    try {
      await withDeadline(this.sending.renew(ids, this.worker), RENEWAL_DEADLINE_MS);
    } catch (error) {
      this.logger.warn('email lease renewal failed', { emails: ids.length, error });
    } finally {
      this.isRenewing = false;
    }
  }
}
