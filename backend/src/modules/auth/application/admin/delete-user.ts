import { Injectable } from '@nestjs/common';
import { Audit } from '../../../../platform/audit/audit.js';
import { Clock } from '../../../../platform/clock/clock.js';
import { Settings } from '../../../../platform/config/settings.js';
import { Database } from '../../../../platform/database/database.js';
import { Outbox } from '../../../../platform/outbox/outbox.js';
import { derivedKey, keyedHash } from '../../../../platform/security/derived-key.js';
import { UserNotFoundError } from '../../domain/auth-errors.js';
import { accountDeleted } from '../../domain/events.js';
import type { AccountEntity } from '../../persistence/account.entity.js';
import { AccountsRepository } from '../../persistence/accounts.repository.js';
import { WaysIn } from '../accounts/ways-in.js';

/** Removes accounts. Their addresses are free again at once; what was bought is for the modules above to end. */
@Injectable()
export class DeleteUser {
  private readonly hashKey: Buffer;

  constructor(
    private readonly database: Database,
    private readonly accounts: AccountsRepository,
    private readonly waysIn: WaysIn,
    private readonly outbox: Outbox,
    private readonly audit: Audit,
    private readonly clock: Clock,
    settings: Settings,
  ) {
    this.hashKey = derivedKey(settings.auth.sharedSecret, 'emails of deleted users');
  }

  /**
   * `soft` keeps a row that says when, with nothing of the person in it; that row can be deleted for good later. A second time it
   * changes nothing. Throws `user_not_found`.
   */
  async delete(id: string, { soft }: { soft: boolean }): Promise<void> {
    await this.database.transaction(async () => {
      const account = await this.accounts.lockById(id);
      if (!account) return this.deleteRest(id, soft);
      await this.waysIn.closeAll(account);
      await this.accounts.removeIdentities(id);
      if (soft) this.blank(account);
      else await this.accounts.remove(id);
      await this.outbox.emit(accountDeleted, { accountId: id });
      await this.record(id, soft);
    });
  }

  /** What a soft deletion left. Whoever had to hear of it has heard. */
  private async deleteRest(id: string, soft: boolean): Promise<void> {
    if (!(await this.accounts.findDeleted(id))) throw new UserNotFoundError();
    if (soft) return;
    await this.accounts.remove(id);
    await this.record(id, soft);
  }

  private record(id: string, soft: boolean): Promise<void> {
    return this.audit.record({
      actorId: null,
      action: 'account.deleted',
      subject: { type: 'account', id },
      details: { soft, by: 'service key' },
    });
  }

  /** The hash lets the operator, who has the key, show later that this email was deleted; it is nobody's email. */
  private blank(account: AccountEntity): void {
    const now = this.clock.now();
    const { id, emailNormalised } = account;
    Object.assign(account, {
      email: emailNormalised == null ? null : keyedHash(this.hashKey, `${id} ${emailNormalised}`),
      emailNormalised: null,
      phone: null,
      fullName: '',
      userMetadata: {},
      appMetadata: {},
      deletedAt: now,
      updatedAt: now,
    } satisfies Partial<AccountEntity>);
  }
}
