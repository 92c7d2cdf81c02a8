import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { Clock } from '../../../platform/clock/clock.js';
import { Logger } from '../../../platform/logging/logger.js';
import { SendingRepository, type ClaimedEmail, type Lease } from '../persistence/sending.repository.js';
import { newWorkerName } from './worker-name.js';

/** Shorter than it takes the queue to give a dead worker's job to another, so that the other finds the email free. */
export const LEASE_SECONDS = 5;
const HEARTBEAT_MS = 2000;
/** A server that keeps an email open for this long, a byte at a time, is cut off. */
const MAX_SEND_MS = 300_000;

interface Send {
  begun: number;
  cutOff: AbortController;
}

/** The emails that this worker holds. Keeps the leases of slow ones alive, in one statement for all of them. */
@Injectable()
export class SendsInFlight implements OnApplicationShutdown {
  /** Unique among workers, dead ones included. */
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

  /** Runs the send with its lease kept alive. Its signal ends it when the process stops, or when it takes longer than any server may. */
  async hold<T>(
    { id }: ClaimedEmail,
    stop: AbortSignal,
    send: (signal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    const cutOff = new AbortController();
    const abort = (): void => cutOff.abort(stop.reason);
    stop.addEventListener('abort', abort, { once: true });
    this.sends.set(id, { begun: performance.now(), cutOff });
    this.heartbeat ??= setInterval(() => void this.beat(), HEARTBEAT_MS).unref();
    try {
      stop.throwIfAborted();
      return await send(cutOff.signal);
    } finally {
      this.sends.delete(id);
      stop.removeEventListener('abort', abort);
    }
  }

  onApplicationShutdown(): void {
    clearInterval(this.heartbeat);
  }

  private async beat(): Promise<void> {
    const now = performance.now();
    const slow = [...this.sends].filter(([, { begun }]) => now - begun > HEARTBEAT_MS / 2);
    for (const [, { begun, cutOff }] of slow) if (now - begun > MAX_SEND_MS) cutOff.abort();
    if (slow.length === 0) return;
    const ids = slow.map(([id]) => id);
    try {
      await this.sending.renew(ids, this.worker, this.clock.in(LEASE_SECONDS));
    } catch (error) {
      this.logger.warn('email lease renewal failed', { emails: ids.length, error });
    }
  }
}
