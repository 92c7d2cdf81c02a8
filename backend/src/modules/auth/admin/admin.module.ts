import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module.js';
import { EmailOtpModule } from '../email-otp/email-otp.module.js';
import { FactorsModule } from '../factors/factors.module.js';
import { OneTimeTokensModule } from '../one-time-tokens/one-time-tokens.module.js';
import { PasswordsModule } from '../passwords/passwords.module.js';
import { PhoneModule } from '../phone/phone.module.js';
import { ProtocolModule } from '../protocol/protocol.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { UsersModule } from '../users/users.module.js';
import { AuditLogRepository } from './audit-log.repository.js';
import { DeleteUser } from './delete-user.js';
import { EnsureFirstAdministrator } from './ensure-first-administrator.js';
import { GenerateLink } from './generate-link.js';
import { AdminAuditController } from './http/admin-audit.controller.js';
import { AdminUsersController } from './http/admin-users.controller.js';
import { GenerateLinkController } from './http/generate-link.controller.js';
import { InviteUser } from './invite-user.js';
import { ListUsers } from './list-users.js';
import { ManageUsers } from './manage-users.js';
import { ReadAuditLog } from './read-audit-log.js';

@Module({
  imports: [
    AccessModule,
    EmailOtpModule,
    FactorsModule,
    OneTimeTokensModule,
    PasswordsModule,
    PhoneModule,
    ProtocolModule,
    SessionsModule,
    UsersModule,
  ],
  controllers: [AdminAuditController, AdminUsersController, GenerateLinkController],
  providers: [
    AuditLogRepository,
    DeleteUser,
    EnsureFirstAdministrator,
    GenerateLink,
    InviteUser,
    ListUsers,
    ManageUsers,
    ReadAuditLog,
  ],
  exports: [EnsureFirstAdministrator],
})
export class AdminModule {}
