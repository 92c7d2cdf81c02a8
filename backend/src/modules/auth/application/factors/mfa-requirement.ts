import { Injectable } from '@nestjs/common';
import { InsufficientAalError } from '../../domain/factor-errors.js';
import type { UserRecord } from '../../persistence/user.entity.js';
import { FactorsRepository } from '../../persistence/factors.repository.js';
import type { AuthenticatedCaller } from '../sessions/authenticate-caller.js';

type UserWithMfa = Pick<UserRecord, 'id' | 'hasFactors'>;
type Level = Pick<AuthenticatedCaller, 'aal'>;

/** A password alone must not take an account over from an owner who guards it with a second factor. */
@Injectable()
export class MfaRequirement {
  constructor(private readonly factors: FactorsRepository) {}

  /** Whether the account has a factor that counts, which the caller's session has not shown. */
  async isRequired(user: UserWithMfa, { aal }: Level): Promise<boolean> {
    if (aal !== 'aal1') return false;
    const factors = await this.factors.findByUser(user);
    return factors.some(({ status }) => status === 'verified');
  }

  /** Throws `insufficient_aal`; routes of the wire protocol differ in the kind of the error. */
  async assertCompleted(
    user: UserWithMfa,
    caller: Level,
    kind: ConstructorParameters<typeof InsufficientAalError>[0],
  ): Promise<void> {
    if (await this.isRequired(user, caller)) throw new InsufficientAalError(kind);
  }
}
