import { Module } from '@nestjs/common';
import { AuthModule } from '../auth.module.js';
import { PurgeExpiredSessions } from './purge-expired-sessions.task.js';

/** What this module does in the worker. */
@Module({ imports: [AuthModule], providers: [PurgeExpiredSessions] })
export class AuthHandlersModule {}
