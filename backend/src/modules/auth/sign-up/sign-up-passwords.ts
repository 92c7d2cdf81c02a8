import { Injectable } from '@nestjs/common';
import { PasswordHasher } from '../passwords/passwords.port.js';
import { VerifyPassword } from '../passwords/verify-password.js';
import type { UserEntity } from '../users/persistence/user.entity.js';

/** The password of a sign-up, compared with that of an earlier, unconfirmed one. */
@Injectable()
export class SignUpPasswords {
  constructor(
    private readonly hasher: PasswordHasher,
    private readonly verifyPassword: VerifyPassword,
  ) {}

  /**
   * The hash to store; null if the password differs from that of the earlier sign-up. Does the work of one hash in every case, so that
   * timing does not reveal whether the user exists. Under autoconfirm the response reveals whether the password was right, so the
   * comparison counts as an attempt.
   */
  async hashFor(
    existing: UserEntity | null,
    password: string,
    { autoconfirm }: { autoconfirm: boolean },
  ): Promise<string | null> {
    const earlier = existing?.passwordHash ?? null;
    if (!existing || earlier === null) return this.hasher.hash(password);
    const matches = autoconfirm
      ? (await this.verifyPassword.compare(existing, earlier, password)).verified === true
      : await this.hasher.matches(earlier, password);
    return matches ? earlier : null;
  }
}
