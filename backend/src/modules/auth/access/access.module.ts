import { Module } from '@nestjs/common';
import { JwtModule } from '@nestjs/jwt';
import { PassportModule } from '@nestjs/passport';
import { UsersModule } from '../users/users.module.js';
import { AccessTokens } from './access-tokens.port.js';
import { AuthenticateCaller } from './authenticate-caller.js';
import { CallersRepository } from './callers.repository.js';
import { BearerStrategy } from './http/bearer.strategy.js';
import { SignedAccessTokens } from './signed-access-tokens.js';
import { SignedInUser } from './signed-in-user.js';

@Module({
  imports: [PassportModule, JwtModule.register({}), UsersModule],
  providers: [
    AuthenticateCaller,
    BearerStrategy,
    CallersRepository,
    SignedInUser,
    { provide: AccessTokens, useClass: SignedAccessTokens },
  ],
  exports: [AccessTokens, AuthenticateCaller, SignedInUser],
})
export class AccessModule {}
