import { Global, Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { AttemptLimits } from './attempt-limits.js';
import { Captcha, SiteVerifyCaptcha } from './captcha.js';
import { OutgoingCalls } from './outgoing-calls.js';
import { RateLimitGuard } from './rate-limit.guard.js';
import { RateLimits } from './rate-limits.js';

@Global()
@Module({
  providers: [
    AttemptLimits,
    OutgoingCalls,
    RateLimits,
    { provide: Captcha, useClass: SiteVerifyCaptcha },
    { provide: APP_GUARD, useClass: RateLimitGuard },
  ],
  exports: [AttemptLimits, OutgoingCalls, RateLimits, Captcha],
})
export class SecurityModule {}
