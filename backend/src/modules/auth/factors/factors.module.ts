import { Module } from '@nestjs/common';
import { FactorsRepository } from './factors.repository.js';
import { MfaRequirement } from './mfa-requirement.js';
import { StaffMfa } from './staff-mfa.js';

@Module({
  providers: [FactorsRepository, MfaRequirement, StaffMfa],
  exports: [FactorsRepository, MfaRequirement, StaffMfa],
})
export class FactorsModule {}
