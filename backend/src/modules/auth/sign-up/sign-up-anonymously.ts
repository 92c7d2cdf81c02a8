import { Injectable } from '@nestjs/common';
import { v7 as uuid } from 'uuid';
import { Audit } from '../../../platform/audit/audit.js';
import { RealClock } from '../../../platform/clock.js';
import { Settings } from '../../../platform/config/settings.js';
import { Database } from '../../../platform/database/database.js';
import { Captcha } from '../../../platform/security/captcha.js';
import { clientNetwork } from '../../../platform/security/client-network.js';
import { RateLimits, type Limit } from '../../../platform/security/rate-limits.js';
import { byUser } from '../core/audit-entries.js';
import { FeatureDisabledError, SignUpDisabledError } from '../core/auth-errors.js';
import { fullNameIn } from '../core/user-metadata.js';
import { SessionGrants, type SessionGrant } from '../sessions/session-grants.js';
import { UserEntity } from '../users/persistence/user.entity.js';

/** Low, because every anonymous sign-up leaves a user that may never be used again. */
const PER_HOUR: Limit = { name: 'auth:anonymous', points: 30, seconds: 3600 };

export interface AnonymousSignUp {
  /** Already validated. */
  userMetadata: Record<string, unknown>;
  captchaToken: string | undefined;
}

/** Creates a user without an email or password, reachable only through this session until they add an email or phone number. */
@Injectable()
export class SignUpAnonymously {
  constructor(
    private readonly database: Database,
    private readonly captcha: Captcha,
    private readonly limits: RateLimits,
    private readonly sessionGrants: SessionGrants,
    private readonly audit: Audit,
    private readonly settings: Settings,
    private readonly clock: RealClock,
  ) {}

  /** Throws `anonymous_provider_disabled`, `signup_disabled`, `captcha_failed`, `rate_limited`. */
  async signUp({ userMetadata, captchaToken }: AnonymousSignUp): Promise<SessionGrant> {
    this.assertEnabled();
    await this.captcha.check(captchaToken);
    await this.limits.count(PER_HOUR, clientNetwork());
    return this.sessionGrants.grantAfter(async () => {
      const user = await this.create(userMetadata);
      await this.audit.record(byUser(user.id, 'user.created', { origin: user.origin }));
      return { user, session: await this.sessionGrants.open(user, 'anonymous') };
    });
  }

  private async create(userMetadata: Record<string, unknown>): Promise<UserEntity> {
    const { em } = this.database;
    const now = this.clock.now();
    const user = em.create(UserEntity, {
      id: uuid(),
      origin: 'anonymous',
      fullName: fullNameIn(userMetadata),
      isAnonymous: true,
      appMetadata: {},
      userMetadata,
      createdAt: now,
      updatedAt: now,
    });
    em.persist(user);
    await em.flush();
    return user;
  }

  private assertEnabled(): void {
    const { anonymousEnabled, signupEnabled } = this.settings.auth;
    if (!anonymousEnabled) {
      throw new FeatureDisabledError(
        'invalid',
        'anonymous_provider_disabled',
        'Anonymous sign-ins are disabled',
      );
    }
    if (!signupEnabled) {
      throw new SignUpDisabledError();
    }
  }
}
