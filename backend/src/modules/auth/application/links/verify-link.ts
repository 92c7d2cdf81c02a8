import { Injectable } from '@nestjs/common';
import { Database } from '../../../../platform/database/database.js';
import { LinkUse } from './link-use.js';
import { ProveAddress } from '../accounts/prove-address.js';
import { SessionGrants, type SessionGrant } from '../sessions/session-grants.js';

/** Which links each type of the wire protocol accepts. */
const PURPOSES = {
  signup: ['signup'],
  recovery: ['recovery'],
  email: ['signup', 'recovery'],
} as const satisfies Record<string, readonly string[]>;

export type VerifiableType = keyof typeof PURPOSES;
export const VERIFIABLE_TYPES = Object.keys(PURPOSES) as VerifiableType[];

/** Trades a one-time link for a session, and notes that its bearer has the mailbox. */
@Injectable()
export class VerifyLink {
  constructor(
    private readonly database: Database,
    private readonly links: LinkUse,
    private readonly proof: ProveAddress,
    private readonly grants: SessionGrants,
  ) {}

  /** Throws `otp_expired` for whatever does not work, without saying why. */
  async verify(type: VerifiableType, secret: string): Promise<SessionGrant> {
    const found = await this.links.find(secret, PURPOSES[type]);
    const { purpose } = found.token;
    const opened = await this.database.transaction(async () => {
      const account = await this.links.takeProving(found);
      const keepWaysIn = purpose === 'signup' && account.origin === 'signup';
      await this.proof.prove(account, { way: purpose, keepWaysIn });
      return { account, session: await this.grants.open(account, 'otp') };
    });
    return this.grants.grant(opened.account, opened.session);
  }
}
