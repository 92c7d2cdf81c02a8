import { Injectable } from '@nestjs/common';
import { FactorsRepository } from '../persistence/factors.repository.js';
import { FlowStatesRepository } from '../persistence/flow-states.repository.js';
import { KnownDevicesRepository } from '../persistence/known-devices.repository.js';
import { ProviderFlowsRepository } from '../persistence/provider-flows.repository.js';
import { OneTimeTokensRepository } from '../persistence/one-time-tokens.repository.js';
import { PasskeysRepository } from '../persistence/passkeys.repository.js';
import { SessionsRepository } from '../persistence/sessions.repository.js';
import { WalletMessagesRepository } from '../persistence/wallet-messages.repository.js';

const BITE = 5000;

/** Deletes ended sessions, expired links, flows, challenges and marks of browsers, in small bites. */
@Injectable()
export class Sweep {
  constructor(
    private readonly sessions: SessionsRepository,
    private readonly links: OneTimeTokensRepository,
    private readonly flows: FlowStatesRepository,
    private readonly factors: FactorsRepository,
    private readonly devices: KnownDevicesRepository,
    private readonly passkeys: PasskeysRepository,
    private readonly visits: ProviderFlowsRepository,
    private readonly messages: WalletMessagesRepository,
  ) {}

  async before(time: Date): Promise<void> {
    await this.sessions.forgetEndedBefore(time, BITE);
    await this.links.forgetExpiredBefore(time, BITE);
    await this.flows.forgetExpiredBefore(time, BITE);
    await this.factors.forgetExpiredBefore(time, BITE);
    await this.passkeys.forgetExpiredBefore(time, BITE);
    await this.devices.forgetUnmarkedBefore(time, BITE);
    await this.visits.forgetExpiredBefore(time, BITE);
    await this.messages.forgetExpiredBefore(time, BITE);
  }
}
