import { Global, Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { Captcha, SiteVerifyCaptcha } from './captcha.js';
import { RateLimitGuard } from './rate-limit.guard.js';
import { RateLimits } from './rate-limits.js';

@Global()
@Module({
  providers: [
    RateLimits,
    { provide: Captcha, useClass: SiteVerifyCaptcha },
    { provide: APP_GUARD, useClass: RateLimitGuard },
  ],
  exports: [RateLimits, Captcha],
})
export class SecurityModule {}
