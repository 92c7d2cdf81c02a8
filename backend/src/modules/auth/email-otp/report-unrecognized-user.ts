import { Injectable } from '@nestjs/common';
import { Audit } from '../../../platform/audit/audit.js';
import { Database } from '../../../platform/database/database.js';
import { Outbox } from '../../../platform/outbox/outbox.js';
import { byUser } from '../core/audit-entries.js';
import { OtpExpiredError } from '../core/auth-errors.js';
import { userReportedUnrecognized } from '../core/events.js';
import { LinkRedemption } from '../one-time-tokens/link-redemption.js';
import { UserCredentials } from '../users/user-credentials.js';

/** "This wasn't me": lets the owner of an email address reject an account that someone's payment created for it. */
@Injectable()
export class ReportUnrecognizedUser {
  constructor(
    private readonly database: Database,
    private readonly linkRedemption: LinkRedemption,
    private readonly credentials: UserCredentials,
    private readonly outbox: Outbox,
    private readonly audit: Audit,
  ) {}

  /** Removes all credentials, leaving email confirmation as the only way to sign in, and notifies staff. Throws `otp_expired`. */
  async report(secret: string): Promise<void> {
    const found = await this.linkRedemption.find(secret, ['payment']);
    await this.database.transaction(async () => {
      const user = await this.linkRedemption.consumeForSameEmail(found);
      if (user.emailConfirmedAt != null) throw new OtpExpiredError();
      await this.credentials.removeAll(user);
      await this.outbox.emit(userReportedUnrecognized, { userId: user.id });
      await this.audit.record(byUser(user.id, 'user.reported_unrecognized', { by: 'payment link' }));
    });
  }
}
