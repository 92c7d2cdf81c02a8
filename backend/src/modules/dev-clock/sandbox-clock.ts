import { Injectable } from '@nestjs/common';
import { setTimeout as pause } from 'node:timers/promises';
import { Settings } from '../../platform/config/settings.js';
import { ServiceUnavailableError } from '../../platform/domain-error.js';

export interface SandboxState {
  nowMs: number;
  /** Offset of the sandbox's clock from the real time. */
  offsetMs: number;
  /** When the sandbox has something to do next. */
  nextTaskMs: number | undefined;
  newestEvent: string | null;
  /** Webhooks that should have been sent by now. */
  dueWebhooks: number;
}

interface Controls {
  clock: { now: number; offsetSeconds: number; nextTaskAt: number | null };
  webhooks: { due: number; newestEvent: string | null };
}

const POLL_MS = 10;
const DELIVERY_MS = 15_000;

/** The controls of the payment sandbox. */
@Injectable()
export class SandboxClock {
  private readonly url: string;

  constructor({ stripe }: Settings) {
    this.url = `${stripe.apiUrl}/controls`;
  }

  async state(): Promise<SandboxState> {
    const { clock, webhooks } = await this.call<Controls>('');
    return {
      nowMs: clock.now * 1000,
      offsetMs: clock.offsetSeconds * 1000,
      nextTaskMs: clock.nextTaskAt === null ? undefined : clock.nextTaskAt * 1000,
      newestEvent: webhooks.newestEvent,
      dueWebhooks: webhooks.due,
    };
  }

  /** Runs everything that becomes due on the way. Returns the offset from the real time in milliseconds. */
  async advanceTo(moment: Date): Promise<number> {
    const advanceTo = Math.ceil(moment.getTime() / 1000);
    const { now } = (await this.call<Controls>('')).clock;
    const body = advanceTo > now ? { advanceTo } : { advanceSeconds: 0 };
    const { offsetSeconds } = await this.call<Controls['clock']>('/clock', body);
    return offsetSeconds * 1000;
  }

  /** Waits until each webhook has been sent once. One that fails is sent again later. */
  async whenDelivered(): Promise<SandboxState> {
    let state = await this.state();
    for (let waited = 0; state.dueWebhooks > 0 && waited < DELIVERY_MS; waited += POLL_MS) {
      await pause(POLL_MS);
      state = await this.state();
    }
    return state;
  }

  private async call<T>(path: string, body?: object): Promise<T> {
    const request = body && {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    };
    const response = await fetch(`${this.url}${path}`, request).catch(() => undefined);
    if (!response?.ok) throw new ServiceUnavailableError("The payment sandbox isn't running.");
    return (await response.json()) as T;
  }
}
