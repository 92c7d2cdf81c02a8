import { Module } from '@nestjs/common';
import { JwtModule } from '@nestjs/jwt';
import { PassportModule } from '@nestjs/passport';
import { AccessTokens } from './access-tokens.port.js';
import { AuthenticateCaller } from './authenticate-caller.js';
import { CallersRepository } from './callers.repository.js';
import { BearerStrategy } from './http/bearer.strategy.js';
import { SignedAccessTokens } from './signed-access-tokens.js';

@Module({
  imports: [PassportModule, JwtModule.register({})],
  providers: [
    AuthenticateCaller,
    BearerStrategy,
    CallersRepository,
    { provide: AccessTokens, useClass: SignedAccessTokens },
  ],
  exports: [AccessTokens, AuthenticateCaller],
})
export class AccessModule {}
