import { Injectable } from '@nestjs/common';
import { Audit } from '../../../platform/audit/audit.js';
import { Clock } from '../../../platform/clock/clock.js';
import { Settings } from '../../../platform/config/settings.js';
import { Database } from '../../../platform/database/database.js';
import { ConfirmEmail } from '../email-otp/confirm-email.js';
import { Passwords } from '../passwords/passwords.js';
import { CreateUser } from '../users/create-user.js';
import type { UserEntity } from '../users/persistence/user.entity.js';
import { UsersRepository } from '../users/persistence/users.repository.js';
import { Users } from '../users/users.js';

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
    private readonly repository: UsersRepository,
    private readonly users: Users,
    private readonly createUser: CreateUser,
    private readonly passwords: Passwords,
    private readonly confirmEmail: ConfirmEmail,
    private readonly settings: Settings,
    private readonly audit: Audit,
    private readonly clock: Clock,
  ) {}

  async run(): Promise<FirstAdministratorResult> {
    const configured = this.settings.auth.bootstrapAdmin;
    if (await this.repository.hasAdministrator()) return 'exists';
    if (!configured) return 'not_configured';
    const weakness = this.passwords.findWeakness(configured.password, configured);
    if (weakness) throw new Error(`BOOTSTRAP_ADMIN_PASSWORD: ${weakness.message}`);
    const passwordHash = await this.passwords.hash(configured.password, configured);
    return this.database.transaction(async () => {
      const existing = await this.repository.lockByEmail(configured.email);
      if (await this.repository.hasAdministrator()) return 'exists';
      const user = existing ?? (await this.create(configured.email));
      await this.makeAdministrator(user, passwordHash);
      return existing ? 'promoted' : 'created';
    });
  }

  private create(email: string): Promise<UserEntity> {
    return this.createUser.create({
      origin: 'admin',
      email,
      fullName: '',
      passwordHash: null,
      userMetadata: {},
      termsVersion: null,
      termsAcceptedAt: null,
    });
  }

  private async makeAdministrator(user: UserEntity, passwordHash: string): Promise<void> {
    if (user.emailConfirmedAt == null) {
      await this.confirmEmail.confirm(user, { method: 'settings', keepCredentials: false });
      user.passwordHash = passwordHash;
      user.updatedAt = this.clock.now();
      await this.audit.record({
        actorId: null,
        action: 'password.set',
        subject: { type: 'user', id: user.id },
        details: { by: 'settings' },
      });
    }
    await this.users.setRole(user.id, 'admin', null);
  }
}
