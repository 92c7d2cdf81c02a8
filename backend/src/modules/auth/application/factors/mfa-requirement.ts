import { Injectable } from '@nestjs/common';
import { InsufficientAalError } from '../../domain/factor-errors.js';
import type { UserRecord } from '../../persistence/user.entity.js';
import { FactorsRepository } from '../../persistence/factors.repository.js';
import type { AuthenticatedCaller } from '../sessions/authenticate-caller.js';

type UserWithMfa = Pick<UserRecord, 'id' | 'hasFactors'>;
type SessionLevel = Pick<AuthenticatedCaller, 'aal'>;

/** Keeps a stolen password from being enough to take over an account that has a second factor. */
@Injectable()
export class MfaRequirement {
  constructor(private readonly factors: FactorsRepository) {}

  /** Whether the user has a verified factor and the caller's session is still `aal1`. */
  async isRequired(user: UserWithMfa, { aal }: SessionLevel): Promise<boolean> {
    if (aal !== 'aal1') return false;
    const factors = await this.factors.findByUser(user);
    return factors.some(({ status }) => status === 'verified');
  }

  /** Throws `insufficient_aal`. `kind` sets the HTTP status, which the wire protocol varies by route. */
  async assertCompleted(
    user: UserWithMfa,
    caller: SessionLevel,
    kind: ConstructorParameters<typeof InsufficientAalError>[0],
  ): Promise<void> {
    if (await this.isRequired(user, caller)) throw new InsufficientAalError(kind);
  }
}
