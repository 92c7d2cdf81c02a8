import { Module } from '@nestjs/common';
import { UsersModule } from '../users/users.module.js';
import { CodeLookup } from './code-lookup.js';
import { LinkRedemption } from './link-redemption.js';
import { OneTimeCodes } from './one-time-codes.js';
import { OneTimeLinks } from './one-time-links.js';
import { OneTimeTokensRepository } from './one-time-tokens.repository.js';
import { OtpPolicy } from './otp-policy.js';

@Module({
  imports: [UsersModule],
  providers: [CodeLookup, LinkRedemption, OneTimeCodes, OneTimeLinks, OneTimeTokensRepository, OtpPolicy],
  exports: [CodeLookup, LinkRedemption, OneTimeCodes, OneTimeLinks, OneTimeTokensRepository, OtpPolicy],
})
export class OneTimeTokensModule {}
