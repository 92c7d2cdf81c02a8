import { Global, Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { RedisModule } from '../redis/redis.module.js';
import { AttemptLimiter } from './attempt-limiter.js';
import { Captcha, SiteVerifyCaptcha } from './captcha.js';
import { OutgoingCalls } from './outgoing-calls.js';
import { RateLimitGuard } from './rate-limit.guard.js';
import { RateLimits } from './rate-limits.js';
import { SignInTickets } from './sign-in-tickets.js';

@Global()
@Module({
  imports: [RedisModule],
  providers: [
    AttemptLimiter,
    OutgoingCalls,
    RateLimits,
    SignInTickets,
    { provide: Captcha, useClass: SiteVerifyCaptcha },
    { provide: APP_GUARD, useClass: RateLimitGuard },
  ],
  exports: [AttemptLimiter, OutgoingCalls, RateLimits, Captcha, SignInTickets],
})
export class SecurityModule {}
