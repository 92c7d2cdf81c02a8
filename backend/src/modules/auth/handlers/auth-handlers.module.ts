import { Module } from '@nestjs/common';
import { AuthModule } from '../auth.module.js';
import { ForgetEndedSessions } from './forget-ended-sessions.task.js';

/** What this module does in the worker. */
@Module({ imports: [AuthModule], providers: [ForgetEndedSessions] })
export class AuthHandlersModule {}
