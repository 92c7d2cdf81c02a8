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
import { AdminCreateUser } from './admin-create-user.js';
import { AdminUpdateUser } from './admin-update-user.js';
import { AuditLogRepository } from './audit-log.repository.js';
import { DeleteUser } from './delete-user.js';
import { EnsureFirstAdministrator } from './ensure-first-administrator.js';
import { GenerateLink } from './generate-link.js';
import { AdminAuditController } from './http/admin-audit.controller.js';
import { AdminUsersController } from './http/admin-users.controller.js';
import { GenerateLinkController } from './http/generate-link.controller.js';
import { InviteUser } from './invite-user.js';
import { LinkRecipients } from './link-recipients.js';
import { ListUsers } from './list-users.js';
import { MakeAdministrator } from './make-administrator.js';
import { ReadAuditLog } from './read-audit-log.js';
import { UserAttributes } from './user-attributes.js';
import { ViewSignIn } from './view-sign-in.js';

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
    AdminCreateUser,
    AdminUpdateUser,
    AuditLogRepository,
    DeleteUser,
    EnsureFirstAdministrator,
    GenerateLink,
    InviteUser,
    LinkRecipients,
    ListUsers,
    MakeAdministrator,
    ReadAuditLog,
    UserAttributes,
    ViewSignIn,
  ],
  exports: [DeleteUser, EnsureFirstAdministrator, ViewSignIn],
})
export class AdminModule {}
