import { Injectable } from '@nestjs/common';
import { Audit } from '../../../platform/audit/audit.js';
import { Database } from '../../../platform/database/database.js';
import { byService } from '../core/audit-entries.js';
import { InvalidInputError } from '../core/auth-errors.js';
import { fullNameIn } from '../core/user-metadata.js';
import { OneTimeLinks } from '../one-time-tokens/one-time-links.js';
import { Passwords } from '../passwords/passwords.js';
import { describeUser } from '../users/describe-user.js';
import { UsersRepository } from '../users/persistence/users.repository.js';
import type { User } from '../users/user.js';
import { LinkRecipients, type LinkInput } from './link-recipients.js';

export interface GenerateLinkInput extends LinkInput {
  password: string | undefined;
}

export interface GeneratedLink {
  user: User;
  /** The `type` to call `verify` with. */
  verificationType: string;
  secret: string;
  code: string;
}

/** Issues a one-time link for the operator's server to send itself. Sends no email. */
@Injectable()
export class GenerateLink {
  constructor(
    private readonly database: Database,
    private readonly users: UsersRepository,
    private readonly recipients: LinkRecipients,
    private readonly oneTimeLinks: OneTimeLinks,
    private readonly passwords: Passwords,
    private readonly audit: Audit,
  ) {}

  /** Throws `user_not_found`, `email_exists`, `weak_password`. */
  async generate(input: GenerateLinkInput): Promise<GeneratedLink> {
    const passwordHash = input.type === 'signup' ? await this.hashFor(input) : null;
    const { user, purpose, secret, code } = await this.database.transaction(async () => {
      const { user, purpose, address } = await this.recipients.prepare(input, passwordHash);
      const userId = user.id;
      const newEmail = user.newEmail ?? undefined;
      const link = await this.oneTimeLinks.issue({ userId, purpose, address, newEmail });
      await this.audit.record(byService(userId, 'user.link_generated', { type: input.type }));
      return { user, purpose, ...link };
    });
    const described = describeUser(user, await this.users.findIdentities(user.id));
    return { user: described, verificationType: purpose, secret, code: code ?? '' };
  }

  private hashFor({ password, email, userMetadata }: GenerateLinkInput): Promise<string> {
    if (password === undefined) throw new InvalidInputError('Signup requires a valid password');
    return this.passwords.hash(password, { email, fullName: fullNameIn(userMetadata) });
  }
}
