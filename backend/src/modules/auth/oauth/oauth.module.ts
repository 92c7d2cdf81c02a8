import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module.js';
import { EmailOtpModule } from '../email-otp/email-otp.module.js';
import { FactorsModule } from '../factors/factors.module.js';
import { PkceModule } from '../pkce/pkce.module.js';
import { ProtocolModule } from '../protocol/protocol.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { UsersModule } from '../users/users.module.js';
import { CompleteSignIn } from './complete-sign-in.js';
import { CustomProviderSecrets } from './custom-provider-secrets.js';
import { IdentityProviders } from './domain/identity-providers.js';
import { EnabledProviders } from './enabled-providers.js';
import { AdminCustomProvidersController } from './http/admin-custom-providers.controller.js';
import { IdentitiesController } from './http/identities.controller.js';
import { ProvidersController } from './http/providers.controller.js';
import { LinkIdentity } from './link-identity.js';
import { ManageCustomProviders } from './manage-custom-providers.js';
import { OAuthFlow } from './oauth-flow.js';
import { CustomProvidersRepository } from './persistence/custom-providers.repository.js';
import { IdentitiesRepository } from './persistence/identities.repository.js';
import { OAuthFlowsRepository } from './persistence/oauth-flows.repository.js';
import { ConnectedProviders } from './providers/connected-providers.js';
import { ResolveIdentity } from './resolve-identity.js';
import { SaveIdentity } from './save-identity.js';
import { SignInWithIdToken } from './sign-in-with-id-token.js';
import { SignInWithOAuth } from './sign-in-with-oauth.js';
import { UnlinkIdentity } from './unlink-identity.js';

@Module({
  imports: [
    AccessModule,
    EmailOtpModule,
    FactorsModule,
    PkceModule,
    ProtocolModule,
    SessionsModule,
    UsersModule,
  ],
  controllers: [AdminCustomProvidersController, IdentitiesController, ProvidersController],
  providers: [
    CompleteSignIn,
    CustomProviderSecrets,
    CustomProvidersRepository,
    EnabledProviders,
    IdentitiesRepository,
    LinkIdentity,
    ManageCustomProviders,
    OAuthFlow,
    OAuthFlowsRepository,
    ResolveIdentity,
    SaveIdentity,
    SignInWithIdToken,
    SignInWithOAuth,
    UnlinkIdentity,
    { provide: IdentityProviders, useClass: ConnectedProviders },
  ],
  exports: [CompleteSignIn, EnabledProviders, OAuthFlowsRepository, ResolveIdentity, SignInWithIdToken],
})
export class OAuthModule {}
