import { Injectable } from '@nestjs/common';
import { Settings } from '../../../platform/config/settings.js';
import { Database } from '../../../platform/database/database.js';
import { Passwords } from '../passwords/passwords.js';
import { UsersRepository } from '../users/persistence/users.repository.js';
import { MakeAdministrator } from './make-administrator.js';

export type FirstAdministratorResult = 'created' | 'promoted' | 'exists' | 'not_configured';

/**
 * Creates the administrator from the settings, once: does nothing while any administrator exists, so a changed setting neither adds
 * one nor resets a password. An existing user with that email keeps their password if the email is confirmed. Otherwise anyone could
 * have signed up with it, so the configured password replaces all credentials.
 */
@Injectable()
export class EnsureFirstAdministrator {
  constructor(
    private readonly database: Database,
    private readonly users: UsersRepository,
    private readonly passwords: Passwords,
    private readonly makeAdministrator: MakeAdministrator,
    private readonly settings: Settings,
  ) {}

  /** Throws an error that names the setting if the configured password is too weak. */
  async run(): Promise<FirstAdministratorResult> {
    const configured = this.settings.auth.bootstrapAdmin;
    if (await this.users.hasAdministrator()) return 'exists';
    if (!configured) return 'not_configured';
    const weakness = this.passwords.findWeakness(configured.password, configured);
    if (weakness) throw new Error(`BOOTSTRAP_ADMIN_PASSWORD: ${weakness.message}`);
    const passwordHash = await this.passwords.hash(configured.password, configured);
    return this.database.transaction(async () => {
      const existing = await this.users.lockByEmail(configured.email);
      if (await this.users.hasAdministrator()) return 'exists';
      await this.makeAdministrator.make(existing, { email: configured.email, passwordHash });
      return existing ? 'promoted' : 'created';
    });
  }
}
