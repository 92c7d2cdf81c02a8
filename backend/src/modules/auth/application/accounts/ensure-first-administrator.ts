import { Injectable } from '@nestjs/common';
import { Audit } from '../../../../platform/audit/audit.js';
import { Clock } from '../../../../platform/clock/clock.js';
import { Settings } from '../../../../platform/config/settings.js';
import { Database } from '../../../../platform/database/database.js';
import type { AccountEntity } from '../../persistence/account.entity.js';
import { AccountsRepository } from '../../persistence/accounts.repository.js';
import { Accounts } from './accounts.js';
import { CreateAccount } from './create-account.js';
import { Passwords } from '../passwords/passwords.js';
import { ProveAddress } from './prove-address.js';

export type FirstAdministrator = 'created' | 'promoted' | 'exists' | 'not_configured';

/**
 * Makes the administrator that the settings name, once: nothing happens while any administrator exists, so a changed setting
 * neither adds one nor resets a password. An account that is there already under that address keeps its password if its owner
 * proved the address; otherwise it is nobody's, and the password of the settings replaces whatever opened it.
 */
@Injectable()
export class EnsureFirstAdministrator {
  constructor(
    private readonly database: Database,
    private readonly repository: AccountsRepository,
    private readonly accounts: Accounts,
    private readonly creation: CreateAccount,
    private readonly passwords: Passwords,
    private readonly proof: ProveAddress,
    private readonly settings: Settings,
    private readonly audit: Audit,
    private readonly clock: Clock,
  ) {}

  async run(): Promise<FirstAdministrator> {
    const named = this.settings.auth.bootstrapAdmin;
    if (await this.repository.hasAdministrator()) return 'exists';
    if (!named) return 'not_configured';
    const weakness = this.passwords.weaknessOf(named.password);
    if (weakness) throw new Error(`BOOTSTRAP_ADMIN_PASSWORD: ${weakness.message}`);
    const passwordHash = await this.passwords.hash(named.password);
    return this.database.transaction(async () => {
      const present = await this.repository.lockByEmail(named.email);
      if (await this.repository.hasAdministrator()) return 'exists';
      const account = present ?? (await this.create(named.email));
      await this.makeAdministrator(account, passwordHash);
      return present ? 'promoted' : 'created';
    });
  }

  private create(email: string): Promise<AccountEntity> {
    return this.creation.create({
      origin: 'admin',
      email,
      fullName: '',
      passwordHash: null,
      userMetadata: {},
      termsVersion: null,
      termsAcceptedAt: null,
    });
  }

  private async makeAdministrator(account: AccountEntity, passwordHash: string): Promise<void> {
    if (account.emailConfirmedAt == null) {
      await this.proof.prove(account, { way: 'settings', keepWaysIn: false });
      account.passwordHash = passwordHash;
      account.updatedAt = this.clock.now();
      await this.audit.record({
        actorId: null,
        action: 'password.set',
        subject: { type: 'account', id: account.id },
        details: { by: 'settings' },
      });
    }
    await this.accounts.setRole(account.id, 'admin', null);
  }
}
