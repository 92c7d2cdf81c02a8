import { Injectable } from '@nestjs/common';
import type { AuthenticatedCaller } from '../access/authenticate-caller.js';
import { SignedInUser } from '../access/signed-in-user.js';
import { UsersRepository } from '../users/persistence/users.repository.js';
import { EmailIdentityError, IdentityNotFoundError, LastIdentityError } from './domain/provider-errors.js';
import { LinkIdentity } from './link-identity.js';
import { SaveIdentity } from './save-identity.js';

/** Providers of the user's own email and phone identities, as opposed to external ones. */
const LOCAL_PROVIDERS = ['email', 'phone'];

/** Unlinks an external identity from the caller's account. */
@Injectable()
export class UnlinkIdentity {
  constructor(
    private readonly linkIdentity: LinkIdentity,
    private readonly signedInUser: SignedInUser,
    private readonly users: UsersRepository,
    private readonly saveIdentity: SaveIdentity,
  ) {}

  /**
   * Throws what {@link LinkIdentity.assertAllowed} throws, `identity_not_found`, `single_identity_not_deletable`,
   * `email_conflict_identity_not_deletable`.
   */
  async unlink(caller: AuthenticatedCaller, identityId: string): Promise<void> {
    await this.linkIdentity.assertAllowed(caller);
    await this.signedInUser.withLock(caller.userId, async (user) => {
      const identities = await this.users.findIdentities(user.id);
      const stored = identities.find(({ id }) => id === identityId);
      if (!stored) throw new IdentityNotFoundError();
      if (identities.length === 1) throw new LastIdentityError();
      if (LOCAL_PROVIDERS.includes(stored.provider)) throw new EmailIdentityError();
      await this.saveIdentity.remove(user, stored);
    });
  }
}
