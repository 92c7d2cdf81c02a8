import { Injectable } from '@nestjs/common';
import { Settings } from '../../../platform/config/settings.js';
import { MfaEnrollmentRequiredError } from './factor-errors.js';
import { MfaRequirement } from './mfa-requirement.js';

/** Staff permissions require an `aal2` session: always for staff with a factor, and with `ADMIN_REQUIRE_MFA` for all staff. */
@Injectable()
export class StaffMfa {
  constructor(
    private readonly mfa: MfaRequirement,
    private readonly settings: Settings,
  ) {}

  /** Throws `insufficient_aal` for staff with a factor, `mfa_enrollment_required` for staff without one. */
  async assertVerified({ userId: id, aal }: { userId: string; aal: string }): Promise<void> {
    await this.mfa.assertCompleted({ id, hasFactors: true }, { aal }, 'forbidden');
    if (aal === 'aal1' && this.settings.adminRequireMfa) throw new MfaEnrollmentRequiredError();
  }
}
