import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module.js';
import { FactorsModule } from '../factors/factors.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { UsersModule } from '../users/users.module.js';
import { WebauthnModule } from '../webauthn/webauthn.module.js';
import { AdminPasskeysController } from './http/admin-passkeys.controller.js';
import { ManagePasskeys } from './manage-passkeys.js';
import { PasskeyCeremonies } from './passkey-ceremonies.js';
import { PasskeySignInController } from './http/passkey-sign-in.controller.js';
import { PasskeysController } from './http/passkeys.controller.js';
import { PasskeysRepository } from './passkeys.repository.js';
import { RegisterPasskey } from './register-passkey.js';
import { SignInWithPasskey } from './sign-in-with-passkey.js';
import { UserPasskeys } from './user-passkeys.js';

@Module({
  imports: [AccessModule, FactorsModule, SessionsModule, UsersModule, WebauthnModule],
  controllers: [AdminPasskeysController, PasskeySignInController, PasskeysController],
  providers: [
    ManagePasskeys,
    PasskeyCeremonies,
    PasskeysRepository,
    RegisterPasskey,
    SignInWithPasskey,
    UserPasskeys,
  ],
})
export class PasskeysModule {}
