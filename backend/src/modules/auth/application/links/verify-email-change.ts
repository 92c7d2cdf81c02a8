import { Injectable } from '@nestjs/common';
import { Database } from '../../../../platform/database/database.js';
import { ChangeEmail } from '../users/change-email.js';
import { Flows } from '../flows/flows.js';
import { SessionGrants, type SessionGrant } from '../sessions/session-grants.js';
import { CodeLookup } from './code-lookup.js';
import { LinkRedemption } from './link-redemption.js';
import type { LinkCredential } from './verify-link.js';

const PURPOSES = ['email_change'];

/** What a press for a change of address leads to: the other mailbox is asked next, or the change is made. */
export type EmailChangeOutcome = 'first_confirmed' | { session: SessionGrant } | { authCode: string };

/** Uses the link or code that one of the two mailboxes got. The second one opens a session. */
@Injectable()
export class VerifyEmailChange {
  constructor(
    private readonly database: Database,
    private readonly linkRedemption: LinkRedemption,
    private readonly codeLookup: CodeLookup,
    private readonly change: ChangeEmail,
    private readonly flows: Flows,
    private readonly sessionGrants: SessionGrants,
  ) {}

  /** With `follow`, a client that asked with a code challenge gets its code. Throws `otp_expired` and `email_exists`. */
  async verify(proof: LinkCredential, { follow }: { follow: boolean }): Promise<EmailChangeOutcome> {
    const found =
      'secret' in proof
        ? await this.linkRedemption.find(proof.secret, PURPOSES)
        : await this.codeLookup.find(proof.email, proof.code, PURPOSES);
    const { recipient, flowId } = found.token;
    const opened = await this.database.transaction(async () => {
      const user = await this.linkRedemption.consume(found);
      if (!(await this.change.confirm(user, recipient))) return undefined;
      if (follow && flowId !== null) return { authCode: await this.flows.complete(flowId, 'email_change') };
      return { user, open: await this.sessionGrants.open(user, 'otp') };
    });
    if (!opened) return 'first_confirmed';
    if ('authCode' in opened) return { authCode: opened.authCode as string };
    return { session: await this.sessionGrants.grant(opened.user, opened.open) };
  }
}
