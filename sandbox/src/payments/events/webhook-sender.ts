import { renderEvent } from './render-event.ts';
import { signatureHeader } from './signature.ts';
import type { WebhookFailures } from './webhook-failures.ts';
import type { Sandbox } from '../sandbox.ts';
import type { Delivery, StoredEvent } from '../state/records.ts';

const MAX_CONCURRENT = 16;
const TIMEOUT_MS = 20_000;
const GIVE_UP_AFTER_MS = 3 * 24 * 60 * 60 * 1000;
const BACKOFF_MS = [1, 5, 15, 60, 300, 900, 3600].map((seconds) => seconds * 1000);

/**
 * Sends every event to the endpoint in the background, at least once. Retries with backoff for three days until the endpoint
 * responds with 2xx, and resumes after a restart. Order is not guaranteed.
 */
export class WebhookSender {
  private readonly sandbox: Sandbox;
  private readonly failures: WebhookFailures;
  private readonly secret: string;
  private readonly pending = new Map<string, Delivery>();
  private readonly sending = new Set<string>();
  private readonly held = new Set<string>();
  private readonly abort = new AbortController();
  private timer: NodeJS.Timeout | undefined;
  private lastSeenEvent: string | undefined;

  constructor(sandbox: Sandbox, failures: WebhookFailures, secret: string) {
    this.sandbox = sandbox;
    this.failures = failures;
    this.secret = secret;
  }

  /** Where events are sent; null disables webhooks. */
  get url(): string | null {
    return this.sandbox.store.get('setting', 'webhook_endpoint')?.value || null;
  }

  set url(url: string | null) {
    this.sandbox.store.put('setting', { id: 'webhook_endpoint', value: url ?? '' });
  }

  start(): void {
    const { store } = this.sandbox;
    for (const delivery of store.findBy('delivery', 'status', 'pending')) {
      this.pending.set(delivery.id, {
        ...delivery,
        held: false,
        nextAttemptAt: Math.min(delivery.nextAttemptAt, Date.now()),
      });
    }
    for (const event of store.newestFirst('event')) {
      this.lastSeenEvent = event.id;
      break;
    }
    store.onCommit(() => this.enqueueNewEvents());
    this.schedule(0);
  }

  stop(): void {
    clearTimeout(this.timer);
    this.abort.abort();
  }

  /** The newest event, and how many deliveries should have been sent by now. */
  progress(): { due: number; newestEvent: string | null } {
    const now = Date.now();
    const due = [...this.pending.values()].filter(
      ({ id, held, nextAttemptAt }) => this.sending.has(id) || (!held && nextAttemptAt <= now),
    ).length;
    const [newest] = this.sandbox.store.newestFirst('event');
    return { due, newestEvent: newest?.id ?? null };
  }

  /** Sends an event again, regardless of its delivery status. */
  redeliver(eventId: string): void {
    this.save({
      ...newDelivery(eventId),
      attempts: this.sandbox.store.get('delivery', eventId)?.attempts ?? 0,
    });
    this.schedule(0);
  }

  private enqueueNewEvents(): void {
    const { store } = this.sandbox;
    const last = this.lastSeenEvent;
    const newEvents: StoredEvent[] = [
      ...(last === undefined ? store.oldestFirst('event') : store.newerThan('event', last)),
    ];
    const newest = newEvents.at(-1);
    if (!newest) return;
    this.lastSeenEvent = newest.id;
    if (this.url === null) return;
    store.transaction(() => {
      for (const event of newEvents) this.save(this.failures.apply(newDelivery(event.id), event));
    });
    this.schedule(0);
  }

  private save(delivery: Delivery): void {
    this.sandbox.store.put('delivery', delivery);
    if (delivery.status === 'pending') this.pending.set(delivery.id, delivery);
    else this.pending.delete(delivery.id);
    if (delivery.held) this.held.add(delivery.id);
    else this.held.delete(delivery.id);
  }

  private schedule(afterMs: number): void {
    if (this.abort.signal.aborted) return;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.sendDue(), afterMs);
    if (afterMs > 0) this.timer.unref();
  }

  private sendDue(): void {
    const now = Date.now();
    let earliest = Infinity;
    for (const delivery of this.pending.values()) {
      if (this.sending.size >= MAX_CONCURRENT) return;
      if (this.sending.has(delivery.id)) continue;
      if (delivery.nextAttemptAt <= now) void this.send(delivery);
      else earliest = Math.min(earliest, delivery.nextAttemptAt);
    }
    if (earliest !== Infinity) this.schedule(earliest - now);
  }

  private async send(delivery: Delivery): Promise<void> {
    this.sending.add(delivery.id);
    const responses = await Promise.all(
      Array.from({ length: delivery.copies }, () => this.post(delivery.id)),
    );
    this.sending.delete(delivery.id);
    if (this.abort.signal.aborted) return;
    const accepted = responses.every(({ ok }) => ok);
    this.save(afterAttempt(delivery, accepted, responses.map(({ text }) => text).join(', ')));
    if (accepted) this.releaseHeld();
    this.schedule(0);
  }

  private async post(eventId: string): Promise<{ ok: boolean; text: string }> {
    const event = this.sandbox.store.get('event', eventId);
    const { url } = this;
    if (!event || !url) return { ok: false, text: 'no endpoint' };
    const body = JSON.stringify(renderEvent(this.sandbox, event), null, 2);
    try {
      const response = await fetch(url, {
        method: 'POST',
        body,
        redirect: 'manual',
        headers: {
          'content-type': 'application/json; charset=utf-8',
          'stripe-signature': signatureHeader(body, this.secret),
          'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
        },
        signal: AbortSignal.any([this.abort.signal, AbortSignal.timeout(TIMEOUT_MS)]),
      });
      await response.arrayBuffer();
      return { ok: response.ok, text: String(response.status) };
    } catch (error) {
      return { ok: false, text: describeError(error) };
    }
  }

  private releaseHeld(): void {
    for (const id of this.held) {
      const delivery = this.pending.get(id);
      if (delivery) this.save({ ...delivery, held: false, nextAttemptAt: Date.now() });
    }
  }
}

function newDelivery(id: string): Delivery {
  return {
    id,
    status: 'pending',
    attempts: 0,
    copies: 1,
    nextAttemptAt: Date.now(),
    firstAttemptAt: null,
    held: false,
    lastResponse: null,
  };
}

function afterAttempt(delivery: Delivery, accepted: boolean, lastResponse: string): Delivery {
  const firstAttemptAt = delivery.firstAttemptAt ?? Date.now();
  const attempts = delivery.attempts + 1;
  const wait = BACKOFF_MS[Math.min(attempts, BACKOFF_MS.length) - 1] ?? 0;
  const next = { ...delivery, attempts, firstAttemptAt, lastResponse, copies: 1, held: false };
  if (accepted) return { ...next, status: 'delivered' };
  if (Date.now() - firstAttemptAt > GIVE_UP_AFTER_MS) return { ...next, status: 'failed' };
  return { ...next, nextAttemptAt: Date.now() + wait };
}

function describeError(error: unknown): string {
  const { cause, message, name } = error as Error & { cause?: { code?: string } };
  if (name === 'TimeoutError') return 'timed out';
  return cause?.code ?? message;
}
