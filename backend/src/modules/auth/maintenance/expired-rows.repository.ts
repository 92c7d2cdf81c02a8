import { Injectable } from '@nestjs/common';
import { RowPurger } from '../../../platform/scheduler/row-purger.repository.js';
import { FactorChallengeEntity } from '../factors/factor-challenge.entity.js';
import { OAuthFlowEntity } from '../oauth/persistence/oauth-flow.entity.js';
import { OneTimeTokenEntity } from '../one-time-tokens/one-time-token.entity.js';
import { PasskeyChallengeEntity } from '../passkeys/passkey-challenge.entity.js';
import { FlowStateEntity } from '../pkce/flow-state.entity.js';
import { KnownDeviceEntity } from '../sessions/persistence/known-device.entity.js';
import { SessionEntity } from '../sessions/persistence/session.entity.js';
import { WalletMessageEntity } from '../web3/wallet-message.entity.js';

/** Purges expired sessions, tokens, flows, challenges, known devices and wallet messages. */
@Injectable()
export class ExpiredRowsRepository {
  constructor(private readonly rowPurger: RowPurger) {}

  /** Deletes up to `limit` rows per table. Refresh tokens are deleted with their session, codes with their challenge. */
  async deleteBefore(time: Date, limit: number): Promise<void> {
    await this.rowPurger.purge(SessionEntity, 'notAfter', time, limit);
    await this.rowPurger.purge(OneTimeTokenEntity, 'expiresAt', time, limit);
    await this.rowPurger.purge(FlowStateEntity, 'expiresAt', time, limit);
    await this.rowPurger.purge(FactorChallengeEntity, 'expiresAt', time, limit);
    await this.rowPurger.purge(PasskeyChallengeEntity, 'expiresAt', time, limit);
    await this.rowPurger.purge(KnownDeviceEntity, 'expiresAt', time, limit);
    await this.rowPurger.purge(OAuthFlowEntity, 'expiresAt', time, limit);
    await this.rowPurger.purge(WalletMessageEntity, 'expiresAt', time, limit);
  }
}
