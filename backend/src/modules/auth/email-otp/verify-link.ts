import { TERMS_VERSION } from '@subscription-site/shared/brand';
import { Injectable } from '@nestjs/common';
import { RealClock } from '../../../platform/clock.js';
import { Database } from '../../../platform/database/database.js';
import { OtpExpiredError } from '../core/auth-errors.js';
import { CodeLookup } from '../one-time-tokens/code-lookup.js';
import { LinkRedemption, type FoundLink } from '../one-time-tokens/link-redemption.js';
import { Flows } from '../pkce/flows.js';
import { SessionGrants, type SessionGrant } from '../sessions/session-grants.js';
import type { UserEntity } from '../users/persistence/user.entity.js';
import { ConfirmEmail } from './confirm-email.js';

/** The link purposes that each `type` of the wire protocol accepts. */
const PURPOSES = {
  signup: ['signup'],
  recovery: ['recovery'],
  invite: ['invite'],
  magiclink: ['magiclink'],
  email: ['signup', 'invite', 'magiclink', 'recovery'],
} as const satisfies Record<string, readonly string[]>;

export type VerifiableType = keyof typeof PURPOSES;
/** The `amr` method of a PKCE session, where it differs from the link's purpose. */
const METHODS: Record<string, string> = { signup: 'email/signup' };

export const VERIFIABLE_TYPES = Object.keys(PURPOSES) as VerifiableType[];
/** Email links that can be checked without being used. */
export const CHECKABLE_TYPES = [...VERIFIABLE_TYPES, 'email_change', 'payment'] as const;

/** The secret of a link, or a code with the address it was sent to. */
export type LinkCredential = { secret: string } | { email: string; code: string };

/** Redeems a one-time link or code for a session and confirms the email address. */
@Injectable()
export class VerifyLink {
  constructor(
    private readonly database: Database,
    private readonly linkRedemption: LinkRedemption,
    private readonly codeLookup: CodeLookup,
    private readonly confirmEmail: ConfirmEmail,
    private readonly flows: Flows,
    private readonly sessionGrants: SessionGrants,
    private readonly clock: RealClock,
  ) {}

  /**
   * Throws `otp_expired` for every invalid link or code. Accepting an invitation also accepts the terms, as the site says next to
   * the button.
   */
  async verify(type: VerifiableType, credential: LinkCredential): Promise<SessionGrant> {
    const found =
      'secret' in credential
        ? await this.linkRedemption.find(credential.secret, PURPOSES[type])
        : await this.codeLookup.find(credential.email, credential.code, PURPOSES[type]);
    return this.open(found, { acceptsTerms: found.token.purpose === 'invite' });
  }

  /** Like {@link verify}, but a PKCE link yields an authorization code instead of a session. */
  async follow(
    type: VerifiableType,
    secret: string,
    { acceptsTerms = false } = {},
  ): Promise<{ session: SessionGrant } | { authCode: string }> {
    const found = await this.linkRedemption.find(secret, PURPOSES[type]);
    const { flowId, purpose } = found.token;
    if (flowId === null)
      return { session: await this.open(found, { acceptsTerms: acceptsTerms && purpose === 'invite' }) };
    const authCode = await this.database.transaction(async () => {
      await this.consumeAndConfirm(found);
      return this.flows.complete(flowId, METHODS[purpose] ?? purpose);
    });
    return { authCode };
  }

  /** Whether the link can still be used. Changes nothing. */
  async isUsable(type: (typeof CHECKABLE_TYPES)[number], secret: string): Promise<boolean> {
    const isVerifiable = type !== 'email_change' && type !== 'payment';
    try {
      const found = await this.linkRedemption.find(secret, isVerifiable ? PURPOSES[type] : [type]);
      return found.confirmsEmail || !isVerifiable;
    } catch (thrown) {
      if (thrown instanceof OtpExpiredError) return false;
      throw thrown;
    }
  }

  private open(found: FoundLink, { acceptsTerms = false } = {}): Promise<SessionGrant> {
    return this.sessionGrants.grantAfter(async () => {
      const user = await this.consumeAndConfirm(found);
      if (acceptsTerms && user.termsVersion == null) {
        user.termsVersion = TERMS_VERSION;
        user.termsAcceptedAt = this.clock.now();
      }
      const recovery = found.token.purpose === 'recovery';
      return { user, session: await this.sessionGrants.open(user, 'otp', { recovery }) };
    });
  }

  private async consumeAndConfirm(found: FoundLink): Promise<UserEntity> {
    const { purpose } = found.token;
    const user = await this.linkRedemption.consumeForSameEmail(found);
    // Safe for these origins: the user or the operator set the password, or this email was sent to link an external identity.
    const keepCredentials = purpose === 'signup' && ['signup', 'admin', 'provider'].includes(user.origin);
    await this.confirmEmail.confirm(user, { method: purpose, keepCredentials });
    return user;
  }
}
