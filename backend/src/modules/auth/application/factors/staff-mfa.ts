import { Injectable } from '@nestjs/common';
import { Settings } from '../../../../platform/config/settings.js';
import { MfaEnrollmentRequiredError } from '../../domain/factor-errors.js';
import type { AuthenticatedCaller } from '../sessions/authenticate-caller.js';
import { MfaRequirement } from './mfa-requirement.js';

/** What the role of staff allows needs a session at `aal2`: always of staff who have a factor, and with `ADMIN_REQUIRE_MFA` of all. */
@Injectable()
export class StaffMfa {
  constructor(
    private readonly mfa: MfaRequirement,
    private readonly settings: Settings,
  ) {}

  /** Throws `insufficient_aal` for staff who have a factor, `mfa_enrollment_required` for staff who have yet to enroll one. */
  async assertVerified({ userId: id, aal }: Pick<AuthenticatedCaller, 'userId' | 'aal'>): Promise<void> {
    await this.mfa.assertCompleted({ id, hasFactors: true }, { aal }, 'forbidden');
    if (aal === 'aal1' && this.settings.adminRequireMfa) throw new MfaEnrollmentRequiredError();
  }
}
