import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module.js';
import { FactorsModule } from '../factors/factors.module.js';
import { PhoneModule } from '../phone/phone.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { UsersModule } from '../users/users.module.js';
import { WebauthnModule } from '../webauthn/webauthn.module.js';
import { AcceptFactor } from './accept-factor.js';
import { AuthenticatorCodes } from './authenticator-codes.port.js';
import { ChallengeFactor } from './challenge-factor.js';
import { CreateFactor } from './create-factor.js';
import { EnabledFactors } from './enabled-factors.js';
import { EnrollFactor } from './enroll-factor.js';
import { FactorChallenges } from './factor-challenges.js';
import { FactorCodes } from './factor-codes.js';
import { FactorSecrets } from './factor-secrets.js';
import { FactorVerification } from './factor-verification.js';
import { AdminFactorsController } from './http/admin-factors.controller.js';
import { FactorRecoveryCodesController } from './http/factor-recovery-codes.controller.js';
import { FactorsController } from './http/factors.controller.js';
import { RecoveryCodesController } from './http/recovery-codes.controller.js';
import { OtplibAuthenticatorCodes } from './otplib-authenticator-codes.js';
import { RecoveryCodes } from './recovery-codes.js';
import { RecoveryCodesRepository } from './recovery-codes.repository.js';
import { RemoveFactor } from './remove-factor.js';
import { UpdateFactor } from './update-factor.js';
import { UseRecoveryCode } from './use-recovery-code.js';
import { VerifyFactor } from './verify-factor.js';
import { VerifyWebauthnFactor } from './verify-webauthn-factor.js';

@Module({
  imports: [AccessModule, FactorsModule, PhoneModule, SessionsModule, UsersModule, WebauthnModule],
  // FactorRecoveryCodesController precedes FactorsController: `recovery-codes` would match its `:id` parameter.
  controllers: [
    FactorRecoveryCodesController,
    AdminFactorsController,
    FactorsController,
    RecoveryCodesController,
  ],
  providers: [
    AcceptFactor,
    ChallengeFactor,
    CreateFactor,
    EnabledFactors,
    EnrollFactor,
    FactorChallenges,
    FactorCodes,
    FactorSecrets,
    FactorVerification,
    RecoveryCodes,
    RecoveryCodesRepository,
    RemoveFactor,
    UpdateFactor,
    UseRecoveryCode,
    VerifyFactor,
    VerifyWebauthnFactor,
    { provide: AuthenticatorCodes, useClass: OtplibAuthenticatorCodes },
  ],
})
export class MfaModule {}
