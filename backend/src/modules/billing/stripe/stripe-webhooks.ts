import { Injectable } from '@nestjs/common';
import Stripe from 'stripe';
import { RealClock } from '../../../platform/clock.js';
import { Settings } from '../../../platform/config/settings.js';
import { WebhooksPort, type ProviderEvent, type WebhookEvent } from '../webhooks/webhooks.port.js';
import { toEvent } from './stripe-mappers.js';
import { paginate } from './stripe-pages.js';
import { readWebhookEvent } from './stripe-webhook-events.js';

@Injectable()
export class StripeWebhooks extends WebhooksPort {
  constructor(
    private readonly stripe: Stripe,
    private readonly settings: Settings,
    private readonly clock: RealClock,
  ) {
    super();
  }

  override read(rawBody: Buffer, signature: string): WebhookEvent {
    const { webhookSecret: secret } = this.settings.stripe;
    return readWebhookEvent(this.stripe.webhooks, rawBody, signature, { secret, now: this.clock.now() });
  }

  override async *list({
    types,
    since,
  }: Parameters<WebhooksPort['list']>[0]): AsyncIterable<ProviderEvent[]> {
    const query = { types: [...types], created: { gte: Math.floor(since.getTime() / 1000) } };
    for await (const page of paginate((after) => this.stripe.events.list({ ...query, ...after })))
      yield page.map(toEvent);
  }
}
