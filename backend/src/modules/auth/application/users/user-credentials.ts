import { Injectable } from '@nestjs/common';
import { Clock } from '../../../../platform/clock/clock.js';
import type { UserEntity } from '../../persistence/user.entity.js';
import { UsersRepository } from '../../persistence/users.repository.js';
import { FactorsRepository } from '../../persistence/factors.repository.js';
import { KnownDevicesRepository } from '../../persistence/known-devices.repository.js';
import { OneTimeTokensRepository } from '../../persistence/one-time-tokens.repository.js';
import { PasskeysRepository } from '../../persistence/passkeys.repository.js';
import { RecoveryCodesRepository } from '../../persistence/recovery-codes.repository.js';
import { SessionsRepository } from '../../persistence/sessions.repository.js';

/** Everything that opens an account: password, passkeys, sessions, second factors with their recovery codes, external identities, pending links. */
@Injectable()
export class UserCredentials {
  constructor(
    private readonly users: UsersRepository,
    private readonly sessionsRepository: SessionsRepository,
    private readonly tokens: OneTimeTokensRepository,
    private readonly factors: FactorsRepository,
    private readonly devices: KnownDevicesRepository,
    private readonly passkeys: PasskeysRepository,
    private readonly recoveryCodes: RecoveryCodesRepository,
    private readonly clock: Clock,
  ) {}

  /** In a transaction, on a locked account: only the mailbox itself, or the phone, opens it afterwards. */
  async removeAll(user: UserEntity): Promise<void> {
    user.passwordHash = null;
    const own = [...(user.email == null ? [] : ['email']), ...(user.phone == null ? [] : ['phone'])];
    user.appMetadata = { ...user.appMetadata, provider: own[0] ?? 'email', providers: own };
    user.newEmail = null;
    user.newPhone = null;
    user.emailChangeConfirmedBy = null;
    user.updatedAt = this.clock.now();
    await this.sessionsRepository.endAll(user.id);
    await this.tokens.removeAllForUser(user.id);
    await this.factors.removeAllForUser(user.id);
    await this.passkeys.removeAllForUser(user.id);
    // Those of the person who had the account before: to its owner they are strange.
    await this.devices.removeAllForUser(user.id);
    await this.recoveryCodes.removeAllForUser(user.id);
    await this.users.removeExternalIdentities(user.id);
  }
}
