import { Injectable } from '@nestjs/common';
import { Audit } from '../../../platform/audit/audit.js';
import type { AuthenticatedCaller } from '../access/authenticate-caller.js';
import { SignedInUser } from '../access/signed-in-user.js';
import { byUser } from '../core/audit-entries.js';
import { ChangeEmail } from '../email-otp/change-email.js';
import { ChangePhone } from '../phone/change-phone.js';
import { UpdateMetadata } from '../users/update-metadata.js';
import { AuthorizeUpdate, type UserUpdate } from './authorize-update.js';
import { ChangePassword } from './change-password.js';

/** Updates the caller's email, phone, password or metadata. */
@Injectable()
export class UpdateCurrentUser {
  constructor(
    private readonly signedInUser: SignedInUser,
    private readonly authorizeUpdate: AuthorizeUpdate,
    private readonly changeEmail: ChangeEmail,
    private readonly changePhone: ChangePhone,
    private readonly changePassword: ChangePassword,
    private readonly updateMetadata: UpdateMetadata,
    private readonly audit: Audit,
  ) {}

  async change(caller: AuthenticatedCaller, update: UserUpdate): Promise<void> {
    const { email, phone, password, currentPassword, nonce, data } = update;
    const user = await this.signedInUser.find(caller.userId);
    await this.authorizeUpdate.assertAllowed(user, caller, update);
    if (email !== undefined) await this.changeEmail.countEmail(user, email);
    if (phone !== undefined) await this.changePhone.countSms(user, phone);
    const validated =
      password === undefined
        ? undefined
        : await this.changePassword.validate(user, caller, { password, currentPassword, nonce });
    await this.signedInUser.withLock(caller.userId, async (locked) => {
      if (validated !== undefined) await this.changePassword.set(locked, validated, caller);
      if (email !== undefined) await this.changeEmail.request(locked, email);
      if (phone !== undefined) await this.changePhone.request(locked, phone);
      this.updateMetadata.apply(locked, { userMetadata: data });
      await this.audit.record(
        byUser(caller.userId, 'user.updated', {
          password: validated !== undefined,
          data: Object.keys(data ?? {}).length > 0,
        }),
      );
    });
    validated?.release();
  }
}
