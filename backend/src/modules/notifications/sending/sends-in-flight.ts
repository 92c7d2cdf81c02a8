import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { Clock } from '../../../platform/clock.js';
import { Logger } from '../../../platform/logging/logger.js';
import type { ClaimedEmail, Lease } from './sending.queries.js';
import { SendingRepository } from './sending.repository.js';
import { newWorkerName } from './worker-name.js';

/** Shorter than the queue takes to reassign a dead worker's job, so that the next worker finds the lease expired. */
const LEASE_SECONDS = 5;
const HEARTBEAT_MS = 2000;
/** A send is aborted after this time, even if the server keeps trickling bytes. */
const MAX_SEND_MS = 300_000;

interface Send {
  startedAt: number;
  controller: AbortController;
}

/** The emails this worker is sending. Renews the leases of slow sends, all in one statement. */
@Injectable()
export class SendsInFlight implements OnApplicationShutdown {
  /** Unique across all workers, including dead ones. */
  private readonly worker = newWorkerName();
  private readonly sends = new Map<string, Send>();
  private heartbeat: NodeJS.Timeout | undefined;

  constructor(
    private readonly sending: SendingRepository,
    private readonly clock: Clock,
    private readonly logger: Logger,
  ) {}

  newLease(): Lease {
    return { worker: this.worker, now: this.clock.now(), until: this.clock.in(LEASE_SECONDS) };
  }

  /** Runs the send while renewing its lease. The signal aborts it when the process stops or after {@link MAX_SEND_MS}. */
  async hold<T>(
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
    } finally {
      this.sends.delete(id);
      stop.removeEventListener('abort', abort);
    }
  }

  onApplicationShutdown(): void {
    clearInterval(this.heartbeat);
  }

  private async renewLeases(): Promise<void> {
    const now = performance.now();
    const slow = [...this.sends].filter(([, { startedAt }]) => now - startedAt > HEARTBEAT_MS / 2);
    for (const [, { startedAt, controller }] of slow) if (now - startedAt > MAX_SEND_MS) controller.abort();
    if (slow.length === 0) return;
    const ids = slow.map(([id]) => id);
    try {
      await this.sending.renew(ids, this.worker, this.clock.in(LEASE_SECONDS));
    } catch (error) {
      this.logger.warn('email lease renewal failed', { emails: ids.length, error });
    }
  }
}
