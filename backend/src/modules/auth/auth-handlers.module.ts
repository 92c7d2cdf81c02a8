import { Module } from '@nestjs/common';
import { AuthModule } from './auth.module.js';
import { PurgeExpiredSessions } from './maintenance/purge-expired-sessions.task.js';

/** Loaded by the worker only. */
@Module({ imports: [AuthModule], providers: [PurgeExpiredSessions] })
export class AuthHandlersModule {}
