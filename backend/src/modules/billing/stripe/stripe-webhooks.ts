import { Injectable } from '@nestjs/common';
import Stripe from 'stripe';
import { Clock } from '../../../platform/clock.js';
import { Settings } from '../../../platform/config/settings.js';
import { WebhooksPort, type ProviderEvent, type WebhookEvent } from '../webhooks/webhooks.port.js';
import { callStripe } from './stripe-client.js';
import { toEvent } from './stripe-mappers.js';
import { readWebhookEvent } from './stripe-webhook-events.js';

@Injectable()
export class StripeWebhooks extends WebhooksPort {
  constructor(
    private readonly stripe: Stripe,
    private readonly settings: Settings,
    private readonly clock: Clock,
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
    const query = { types: [...types], created: { gte: Math.floor(since.getTime() / 1000) }, limit: 100 };
    let page: Stripe.ApiList<Stripe.Event>;
    let after: { starting_after?: string } = {};
    do {
      page = await callStripe(() => this.stripe.events.list({ ...query, ...after }));
      yield page.data.map(toEvent);
      after = { starting_after: page.data.at(-1)?.id };
    } while (page.has_more);
  }
}
