import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module.js';
import { OAuthModule } from '../oauth/oauth.module.js';
import { PasswordsModule } from '../passwords/passwords.module.js';
import { PkceModule } from '../pkce/pkce.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { Web3Module } from '../web3/web3.module.js';
import { TokenController } from './token.controller.js';

@Module({
  imports: [AccessModule, OAuthModule, PasswordsModule, PkceModule, SessionsModule, Web3Module],
  controllers: [TokenController],
})
export class TokenModule {}
