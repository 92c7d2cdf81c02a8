import { Module } from '@nestjs/common';
import { JwtModule } from '@nestjs/jwt';
import { PassportModule } from '@nestjs/passport';
import { FactorsModule } from '../factors/factors.module.js';
import { UsersModule } from '../users/users.module.js';
import { AccessTokens } from './access-tokens.port.js';
import { AuthenticateCaller } from './authenticate-caller.js';
import { CallersRepository } from './callers.repository.js';
import { BearerStrategy } from './http/bearer.strategy.js';
import { SignedAccessTokens } from './signed-access-tokens.js';
import { SignedInUser } from './signed-in-user.js';
import { TokenHolders } from './token-holders.js';

@Module({
  imports: [PassportModule, JwtModule.register({}), FactorsModule, UsersModule],
  providers: [
    AuthenticateCaller,
    BearerStrategy,
    CallersRepository,
    SignedInUser,
    TokenHolders,
    { provide: AccessTokens, useClass: SignedAccessTokens },
  ],
  exports: [AccessTokens, AuthenticateCaller, SignedInUser, TokenHolders],
})
export class AccessModule {}
