import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module.js';
import { FactorsModule } from '../factors/factors.module.js';
import { UsersModule } from '../users/users.module.js';
import { ActiveSessions } from './active-sessions.js';
import { BowserDevices } from './bowser-devices.js';
import { ContinueSession } from './continue-session.js';
import { Devices } from './devices.js';
import { ElevateSession } from './elevate-session.js';
import { AccountSessionsController } from './http/account-sessions.controller.js';
import { IssueTokens } from './issue-tokens.js';
import { KnownDevices } from './known-devices.js';
import { KnownDevicesRepository } from './persistence/known-devices.repository.js';
import { SessionLevelsRepository } from './persistence/session-levels.repository.js';
import { SessionsRepository } from './persistence/sessions.repository.js';
import { RotateSession } from './rotate-session.js';
import { SessionGrants } from './session-grants.js';
import { Sessions } from './sessions.js';
import { SignOut } from './sign-out.js';

@Module({
  imports: [AccessModule, FactorsModule, UsersModule],
  controllers: [AccountSessionsController],
  providers: [
    ActiveSessions,
    ContinueSession,
    ElevateSession,
    IssueTokens,
    KnownDevices,
    KnownDevicesRepository,
    RotateSession,
    SessionGrants,
    SessionLevelsRepository,
    Sessions,
    SessionsRepository,
    SignOut,
    { provide: Devices, useClass: BowserDevices },
  ],
  exports: [
    ContinueSession,
    Devices,
    ElevateSession,
    KnownDevices,
    RotateSession,
    SessionGrants,
    Sessions,
    SessionsRepository,
    SignOut,
  ],
})
export class SessionsModule {}
