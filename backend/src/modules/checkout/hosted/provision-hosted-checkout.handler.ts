import { Injectable } from '@nestjs/common';
import { EffectHandler } from '../../../platform/outbox/event-handler.js';
import { hostedCheckoutCompleted } from '../../billing/index.js';
import { ProvisionHostedCheckout, type HostedOutcome } from './provision-hosted-checkout.js';

/** Provisions a completed hosted checkout, even if the browser never returned. */
@Injectable()
export class ProvisionCompletedHostedCheckout extends EffectHandler<
  { providerSessionId: string },
  HostedOutcome
> {
  override readonly id = 'provision-hosted-checkout';
  override readonly event = hostedCheckoutCompleted;

  constructor(private readonly provisionHosted: ProvisionHostedCheckout) {
    super();
  }

  override perform({ providerSessionId }: { providerSessionId: string }): Promise<HostedOutcome> {
    return this.provisionHosted.provision(providerSessionId);
  }

  override async record(): Promise<void> {}
}
