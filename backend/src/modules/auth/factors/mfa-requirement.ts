import { Injectable } from '@nestjs/common';
import { InsufficientAalError } from './factor-errors.js';
import { FactorsRepository, type FactorOwner } from './factors.repository.js';

/** The authenticator assurance level of the caller's session. */
interface SessionLevel {
  aal: string;
}

/** Keeps a stolen password from being enough to take over an account that has a second factor. */
@Injectable()
export class MfaRequirement {
  constructor(private readonly factors: FactorsRepository) {}

  /** Whether the user has a verified factor and the caller's session is still `aal1`. */
  async isRequired(user: FactorOwner, { aal }: SessionLevel): Promise<boolean> {
    if (aal !== 'aal1') return false;
    const factors = await this.factors.findByUser(user);
    return factors.some(({ status }) => status === 'verified');
  }

  /** Throws `insufficient_aal`. `kind` sets the HTTP status, which the wire protocol varies by route. */
  async assertCompleted(
    user: FactorOwner,
    caller: SessionLevel,
    kind: ConstructorParameters<typeof InsufficientAalError>[0],
  ): Promise<void> {
    if (await this.isRequired(user, caller)) throw new InsufficientAalError(kind);
  }
}
