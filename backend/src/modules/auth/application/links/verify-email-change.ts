import { Injectable } from '@nestjs/common';
import { Database } from '../../../../platform/database/database.js';
import { ChangeEmail } from '../accounts/change-email.js';
import { Flows } from '../flows/flows.js';
import { SessionGrants, type SessionGrant } from '../sessions/session-grants.js';
import { CodeUse } from './code-use.js';
import { LinkUse } from './link-use.js';
import type { LinkProof } from './verify-link.js';

const PURPOSES = ['email_change'];

/** What a press for a change of address leads to: the other mailbox is asked next, or the change is made. */
export type EmailChangeOutcome = 'halfway' | { session: SessionGrant } | { authCode: string };

/** Uses the link or code that one of the two mailboxes got. The second one opens a session. */
@Injectable()
export class VerifyEmailChange {
  constructor(
    private readonly database: Database,
    private readonly links: LinkUse,
    private readonly codes: CodeUse,
    private readonly change: ChangeEmail,
    private readonly flows: Flows,
    private readonly grants: SessionGrants,
  ) {}

  /** With `follow`, a client that asked with a code challenge gets its code. Throws `otp_expired` and `email_exists`. */
  async verify(proof: LinkProof, { follow }: { follow: boolean }): Promise<EmailChangeOutcome> {
    const found =
      'secret' in proof
        ? await this.links.find(proof.secret, PURPOSES)
        : await this.codes.find(proof.email, proof.code, PURPOSES);
    const { addressNormalised, flowId } = found.token;
    const opened = await this.database.transaction(async () => {
      const account = await this.links.take(found);
      if (!(await this.change.agree(account, addressNormalised))) return undefined;
      if (follow && flowId !== null) return { authCode: await this.flows.complete(flowId, 'email_change') };
      return { account, open: await this.grants.open(account, 'otp') };
    });
    if (!opened) return 'halfway';
    if ('authCode' in opened) return { authCode: opened.authCode as string };
    return { session: await this.grants.grant(opened.account, opened.open) };
  }
}
