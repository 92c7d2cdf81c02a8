import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import { CodeLookup } from '../one-time-tokens/code-lookup.js';
import { LinkRedemption } from '../one-time-tokens/link-redemption.js';
import { Flows } from '../pkce/flows.js';
import { SessionGrants, type SessionGrant } from '../sessions/session-grants.js';
import { ChangeEmail } from './change-email.js';
import type { LinkCredential } from './verify-link.js';

const PURPOSES = ['email_change'];

/** `first_confirmed`: the other address still has to confirm. Otherwise the change has been made. */
export type EmailChangeOutcome = 'first_confirmed' | { session: SessionGrant } | { authCode: string };

/** Redeems the link or code sent to one of the two addresses. The second confirmation opens a session. */
@Injectable()
export class VerifyEmailChange {
  constructor(
    private readonly database: Database,
    private readonly linkRedemption: LinkRedemption,
    private readonly codeLookup: CodeLookup,
    private readonly changeEmail: ChangeEmail,
    private readonly flows: Flows,
    private readonly sessionGrants: SessionGrants,
  ) {}

  /** With `follow`, a PKCE flow ends with an authorization code. Throws `otp_expired` and `email_exists`. */
  async verify(credential: LinkCredential, { follow }: { follow: boolean }): Promise<EmailChangeOutcome> {
    const found =
      'secret' in credential
        ? await this.linkRedemption.find(credential.secret, PURPOSES)
        : await this.codeLookup.find(credential.email, credential.code, PURPOSES);
    const { recipient, flowId } = found.token;
    const opened = await this.database.transaction(async () => {
      const user = await this.linkRedemption.consume(found);
      if (!(await this.changeEmail.confirm(user, recipient))) return undefined;
      if (follow && flowId !== null) return { authCode: await this.flows.complete(flowId, 'email_change') };
      return { user, session: await this.sessionGrants.open(user, 'otp') };
    });
    if (!opened) return 'first_confirmed';
    if ('authCode' in opened) return { authCode: opened.authCode as string };
    return { session: await this.sessionGrants.grant(opened.user, opened.session) };
  }
}
