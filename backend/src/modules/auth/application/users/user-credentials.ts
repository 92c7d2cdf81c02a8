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

/**
 * Everything that grants access to an account: password, passkeys, sessions, second factors with their recovery codes, external
 * identities and pending links.
 */
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

  /** Leaves the email and phone number as the only way in. Call inside a transaction, on a locked user. */
  async removeAll(user: UserEntity): Promise<void> {
    user.passwordHash = null;
    const providers = [...(user.email == null ? [] : ['email']), ...(user.phone == null ? [] : ['phone'])];
    user.appMetadata = { ...user.appMetadata, provider: providers[0] ?? 'email', providers };
    user.newEmail = null;
    user.newPhone = null;
    user.emailChangeConfirmedBy = null;
    user.updatedAt = this.clock.now();
    await this.sessionsRepository.endAll(user.id);
    await this.tokens.removeAllForUser(user.id);
    await this.factors.removeAllForUser(user.id);
    await this.passkeys.removeAllForUser(user.id);
    // They may belong to a previous holder of the account, so its owner should hear of sign-ins on them.
    await this.devices.removeAllForUser(user.id);
    await this.recoveryCodes.removeAllForUser(user.id);
    await this.users.removeExternalIdentities(user.id);
  }
}
