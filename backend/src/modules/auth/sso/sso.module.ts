import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module.js';
import { OAuthModule } from '../oauth/oauth.module.js';
import { ProtocolModule } from '../protocol/protocol.module.js';
import { AdminSsoController } from './http/admin-sso.controller.js';
import { SamlClient } from './domain/sso-provider.js';
import { ManageSsoProviders } from './manage-sso-providers.js';
import { NodeSamlClient } from './node-saml-client.js';
import { SignInWithSso } from './sign-in-with-sso.js';
import { SsoProvidersRepository } from './sso-providers.repository.js';
import { SsoController } from './http/sso.controller.js';

@Module({
  imports: [AccessModule, OAuthModule, ProtocolModule],
  controllers: [AdminSsoController, SsoController],
  providers: [
    ManageSsoProviders,
    SignInWithSso,
    SsoProvidersRepository,
    { provide: SamlClient, useClass: NodeSamlClient },
  ],
})
export class SsoModule {}
