import { Module } from '@nestjs/common';
import { AdvanceClockController } from './advance-clock.controller.js';
import { AdvanceClock } from './advance-clock.js';
import { SandboxClock } from './sandbox-clock.js';

@Module({ controllers: [AdvanceClockController], providers: [AdvanceClock, SandboxClock] })
export class DevClockRoutesModule {}
