import { Injectable } from '@nestjs/common';
import { RealClock } from '../../../platform/clock.js';
import { Settings } from '../../../platform/config/settings.js';
import { AccessTokens, type AuthenticationMethod } from '../access/access-tokens.port.js';
import { toProtocolEmail } from '../core/email-and-phone.js';
import type { ProviderTokens } from '../core/provider-tokens.js';
import { FactorsRepository } from '../factors/factors.repository.js';
import { describeUser } from '../users/describe-user.js';
import type { IdentityRecord } from '../users/persistence/identity.entity.js';
import type { UserRecord } from '../users/persistence/user.entity.js';
import { UsersRepository } from '../users/persistence/users.repository.js';
import type { User } from '../users/user.js';

/** The session response for a client. */
export interface SessionGrant {
  accessToken: string;
  expiresInSeconds: number;
  /** Unix time in seconds. */
  expiresAt: number;
  refreshToken: string;
  user: User;
  /** Set if the password was accepted although it breaks the current rules. */
  weakPassword?: { message: string; reasons: readonly string[] };
  /** Only in the response that completes a provider sign-in. */
  providerTokens?: ProviderTokens;
}

/** What an access token needs to know about its session. */
export interface OpenSession {
  id: string;
  aal: string;
  amr: AuthenticationMethod[];
  refreshToken: string;
}

/** Signs access tokens and describes their user. */
@Injectable()
export class IssueTokens {
  constructor(
    private readonly users: UsersRepository,
    private readonly factors: FactorsRepository,
    private readonly tokens: AccessTokens,
    private readonly settings: Settings,
    private readonly clock: RealClock,
  ) {}

  /** Signs an access token. Call after the commit: before that, the session could still be rolled back. */
  async issue(
    user: UserRecord,
    session: OpenSession,
    identities?: readonly IdentityRecord[],
  ): Promise<SessionGrant> {
    const expiresInSeconds = this.settings.auth.accessTokenSeconds;
    const issuedAt = Math.floor(this.clock.now().getTime() / 1000);
    const expiresAt = issuedAt + expiresInSeconds;
    const accessToken = await this.tokens.sign({
      sub: user.id,
      aud: user.aud,
      role: user.role,
      iat: issuedAt,
      exp: expiresAt,
      email: toProtocolEmail(user.email) ?? '',
      phone: user.phone ?? '',
      app_metadata: user.appMetadata,
      user_metadata: user.userMetadata,
      aal: session.aal,
      amr: session.amr,
      session_id: session.id,
      is_anonymous: user.isAnonymous,
    });
    const described = describeUser(
      user,
      identities ?? (await this.users.findIdentities(user.id)),
      await this.factors.findListedByUser(user),
    );
    const { refreshToken } = session;
    return { accessToken, expiresInSeconds, expiresAt, refreshToken, user: described };
  }
}
