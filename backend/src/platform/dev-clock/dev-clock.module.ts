import { Global, Module } from '@nestjs/common';
import { RedisModule } from '../redis/redis.module.js';
import { ClockOffset } from './clock-offset.js';

/** Keeps the clocks of all processes together when a developer advances them. */
@Global()
@Module({ imports: [RedisModule], providers: [ClockOffset], exports: [ClockOffset] })
export class DevClockModule {}
