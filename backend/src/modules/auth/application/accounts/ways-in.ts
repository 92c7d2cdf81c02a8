import { Injectable } from '@nestjs/common';
import { Clock } from '../../../../platform/clock/clock.js';
import type { AccountEntity } from '../../persistence/account.entity.js';
import { AccountsRepository } from '../../persistence/accounts.repository.js';
import { FactorsRepository } from '../../persistence/factors.repository.js';
import { KnownDevicesRepository } from '../../persistence/known-devices.repository.js';
import { OneTimeTokensRepository } from '../../persistence/one-time-tokens.repository.js';
import { PasskeysRepository } from '../../persistence/passkeys.repository.js';
import { RecoveryCodesRepository } from '../../persistence/recovery-codes.repository.js';
import { SessionsRepository } from '../../persistence/sessions.repository.js';

/** Everything that opens an account: password, passkeys, sessions, second factors with their recovery codes, identities elsewhere, pending links. */
@Injectable()
export class WaysIn {
  constructor(
    private readonly accounts: AccountsRepository,
    private readonly sessions: SessionsRepository,
    private readonly links: OneTimeTokensRepository,
    private readonly factors: FactorsRepository,
    private readonly devices: KnownDevicesRepository,
    private readonly passkeys: PasskeysRepository,
    private readonly recoveryCodes: RecoveryCodesRepository,
    private readonly clock: Clock,
  ) {}

  /** In a transaction, on a locked account: only the mailbox itself, or the phone, opens it afterwards. */
  async closeAll(account: AccountEntity): Promise<void> {
    account.passwordHash = null;
    const own = [...(account.email == null ? [] : ['email']), ...(account.phone == null ? [] : ['phone'])];
    account.appMetadata = { ...account.appMetadata, provider: own[0] ?? 'email', providers: own };
    account.newEmail = null;
    account.newPhone = null;
    account.emailChangeAgreed = null;
    account.updatedAt = this.clock.now();
    await this.sessions.endAll(account.id);
    await this.links.voidAllOf(account.id);
    await this.factors.removeAllOf(account.id);
    await this.passkeys.removeAllOf(account.id);
    // Those of whoever had the account before: to its owner they are strange.
    await this.devices.removeAllOf(account.id);
    await this.recoveryCodes.removeAllOf(account.id);
    await this.accounts.removeForeignIdentities(account.id);
  }
}
