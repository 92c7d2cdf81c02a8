import { Injectable } from '@nestjs/common';
import { DomainError } from '../../../platform/domain-error.js';
import { StaffMfa } from '../factors/staff-mfa.js';
import type { StaffRole } from '../users/user-summary.js';
import { AccessTokens } from './access-tokens.port.js';
import { AuthenticateCaller } from './authenticate-caller.js';

/** Whom a token stands for: the operator (`service_role` key), a signed-in user, or anyone (`anon` key). */
export type TokenHolder =
  | { kind: 'service' }
  /** `role` is null for customers, and for staff until they complete MFA. */
  | { kind: 'user'; userId: string; role: StaffRole | null }
  | { kind: 'anonymous' };

/** Resolves tokens for modules whose routes also accept client keys. */
@Injectable()
export class TokenHolders {
  constructor(
    private readonly tokens: AccessTokens,
    private readonly authenticateCaller: AuthenticateCaller,
    private readonly staffMfa: StaffMfa,
  ) {}

  /** Throws the errors of {@link AuthenticateCaller}. */
  async resolve(token: string): Promise<TokenHolder> {
    const { sub, role } = await this.tokens.verify(token);
    if (sub === undefined && role === 'service_role') return { kind: 'service' };
    if (sub === undefined && role === 'anon') return { kind: 'anonymous' };
    const { userId, role: staffRole, aal } = await this.authenticateCaller.authenticate(token);
    const isVerified = staffRole !== null && (await this.hasCompletedMfa(userId, aal));
    return { kind: 'user', userId, role: isVerified ? staffRole : null };
  }

  private async hasCompletedMfa(userId: string, aal: string): Promise<boolean> {
    try {
      await this.staffMfa.assertVerified({ userId, aal });
      return true;
    } catch (error) {
      if (error instanceof DomainError && error.kind === 'forbidden') return false;
      throw error;
    }
  }
}
