import { Injectable } from '@nestjs/common';
import { Settings } from '../../../../platform/config/settings.js';
import { MfaEnrollmentRequiredError } from '../../domain/factor-errors.js';
import type { ProvenCaller } from '../sessions/callers.js';
import { SecondStep } from './second-step.js';

/** What the role of staff allows needs a session at `aal2`: always of staff who have a factor, and with `ADMIN_REQUIRE_MFA` of all. */
@Injectable()
export class StaffMfa {
  constructor(
    private readonly secondStep: SecondStep,
    private readonly settings: Settings,
  ) {}

  /** Throws `insufficient_aal` for staff who have a factor, `mfa_enrollment_required` for staff who have yet to enroll one. */
  async assertVerified({ accountId: id, aal }: Pick<ProvenCaller, 'accountId' | 'aal'>): Promise<void> {
    await this.secondStep.assertShown({ id, hasFactors: true }, { aal }, 'forbidden');
    if (aal === 'aal1' && this.settings.adminRequireMfa) throw new MfaEnrollmentRequiredError();
  }
}
