import { Injectable } from '@nestjs/common';
import { Audit } from '../../../platform/audit/audit.js';
import { RealClock } from '../../../platform/clock.js';
import type { AuthenticatedCaller } from '../access/authenticate-caller.js';
import { SignedInUser } from '../access/signed-in-user.js';
import { byUser } from '../core/audit-entries.js';
import { FactorExistsError, FactorNameConflictError, TooManyFactorsError } from '../factors/factor-errors.js';
import { FactorsRepository, isSecondFactor, type SecondFactor } from '../factors/factors.repository.js';
import { MfaRequirement } from '../factors/mfa-requirement.js';
import type { UserEntity } from '../users/persistence/user.entity.js';

const UNVERIFIED_TTL_SECONDS = 300;
const MAX_FACTORS = 10;

export type NewFactor = Pick<SecondFactor, 'id' | 'factorType' | 'friendlyName' | 'secret' | 'phone'>;

/** Stores an unverified second factor. It takes effect once it is verified, and expires if it never is. */
@Injectable()
export class CreateFactor {
  constructor(
    private readonly signedInUser: SignedInUser,
    private readonly factors: FactorsRepository,
    private readonly mfa: MfaRequirement,
    private readonly audit: Audit,
    private readonly clock: RealClock,
  ) {}

  /** Throws `insufficient_aal`, `mfa_factor_name_conflict`, `mfa_verified_factor_exists`, `too_many_enrolled_mfa_factors`. */
  create(caller: AuthenticatedCaller, factor: NewFactor): Promise<UserEntity> {
    const { userId } = caller;
    return this.signedInUser.withLock(userId, async (user) => {
      await this.factors.removeUnverifiedForUser(userId, this.clock.in(-UNVERIFIED_TTL_SECONDS));
      await this.mfa.assertCompleted(user, caller, 'forbidden');
      await this.validate(user, factor);
      user.hasFactors = true;
      await this.factors.insert({
        ...factor,
        userId,
        status: 'unverified',
        createdAt: this.clock.now(),
      });
      await this.audit.record(byUser(userId, 'factor.enrolled', { factorId: factor.id }));
      return user;
    });
  }

  private async validate(user: UserEntity, factor: NewFactor): Promise<void> {
    const allFactors = await this.factors.findListedByUser(user);
    const secondFactors = allFactors.filter(isSecondFactor);
    if (secondFactors.length >= MAX_FACTORS) throw new TooManyFactorsError();
    const hasSamePhone = ({ phone, status }: SecondFactor) =>
      phone !== null && phone === factor.phone && status === 'verified';
    if (secondFactors.some(hasSamePhone)) throw new FactorExistsError();
    if (allFactors.some(({ friendlyName }) => friendlyName === factor.friendlyName)) {
      throw new FactorNameConflictError();
    }
  }
}
