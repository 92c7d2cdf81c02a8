import { MAX_DECLINES } from '@subscription-site/shared/declines';
import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import { EffectHandler } from '../../../platform/outbox/event-handler.js';
import { Outbox } from '../../../platform/outbox/outbox.js';
import { cardSetupDeclined, DeclinesRepository, PaymentMethodsPort } from '../../billing/index.js';
import { cardSetupDeclineLimitReached } from '../events.js';

interface Payload {
  setupIntentId: string;
}

/** Counts declined cards by card setup and IP address. A setup with too many is canceled. */
@Injectable()
export class CountDeclinedCardSetups extends EffectHandler<Payload, string | null> {
  override readonly id = 'count-declined-card-setups';
  override readonly event = cardSetupDeclined;

  constructor(
    private readonly methods: PaymentMethodsPort,
    private readonly declines: DeclinesRepository,
    private readonly database: Database,
    private readonly outbox: Outbox,
  ) {
    super();
  }

  override async perform({ setupIntentId }: Payload): Promise<string | null> {
    return (await this.methods.findSetup(setupIntentId))?.ipHash ?? null;
  }

  override async record(ipHash: string | null, { setupIntentId }: Payload): Promise<void> {
    // Setups started by earlier versions have no IP hash.
    if (!ipHash) return;
    await this.database.lock(`card setup ${setupIntentId}`);
    const declines = (await this.declines.countBySetup(setupIntentId)) + 1;
    this.declines.add({ setupIntentId }, ipHash);
    if (declines === MAX_DECLINES) await this.outbox.emit(cardSetupDeclineLimitReached, { setupIntentId });
  }
}

/** Cancels a card setup that had too many declined cards. */
@Injectable()
export class CancelDeclinedCardSetup extends EffectHandler<Payload, void> {
  override readonly id = 'cancel-declined-card-setup';
  override readonly event = cardSetupDeclineLimitReached;

  constructor(private readonly methods: PaymentMethodsPort) {
    super();
  }

  override perform({ setupIntentId }: Payload): Promise<void> {
    return this.methods.cancelSetup(setupIntentId);
  }

  override async record(): Promise<void> {}
}
