import { Injectable } from '@nestjs/common';
import { Clock } from '../../../../platform/clock/clock.js';
import { Settings } from '../../../../platform/config/settings.js';
import { Batch } from '../../../../platform/database/batch.js';
import { normaliseEmail } from '../../domain/email-address.js';
import { AccountsRepository } from '../../persistence/accounts.repository.js';
import { OneTimeTokensRepository } from '../../persistence/one-time-tokens.repository.js';
import { OneTimeCodes } from './one-time-codes.js';
import { hashOfSecret, newSecret } from '../secrets.js';

export type LinkPurpose =
  'signup' | 'invite' | 'recovery' | 'magiclink' | 'email_change' | 'reauthentication' | 'payment';

/** What a mail carries. */
export interface MintedLink {
  url: string;
  /** Six digits that do the same when typed with the address; a payment's mail has none. */
  code?: string;
}

export interface LinkRequest {
  accountId: string;
  purpose: LinkPurpose;
  /** Where the link is sent. It proves this address and no other. */
  address: string;
  /** Where it leads after the press; judged when it was asked for. */
  redirectTo?: string | null;
  /** Of the client that will trade a code for the session. */
  flowId?: string | undefined;
  /** For `email_change`: the address that the mail speaks of. */
  newEmail?: string | undefined;
}

/** How everybody can tell that a link ends with a code for a client, and how that client's library expects it. */
export const FLOW_PREFIX = 'pkce_';

interface PaymentLink {
  tokenHash: Buffer;
  accountId: string;
  addressNormalised: string;
}

/** Makes the links that mails carry. Only their hash is stored: a link lost is made anew, never looked up. */
@Injectable()
export class OneTimeLinks {
  private readonly unproven = new Batch((links: PaymentLink[]) => this.insertForUnproven(links));

  constructor(
    private readonly tokens: OneTimeTokensRepository,
    private readonly accounts: AccountsRepository,
    private readonly codes: OneTimeCodes,
    private readonly settings: Settings,
    private readonly clock: Clock,
  ) {}

  /**
   * A link and a code of its own for every attempt at sending; all stay valid until they expire or one of them
   * is used. A mail about a change that is wished no more carries a link that never works. A confirmation of an account made by a payment is a payment link, whatever was asked for.
   */
  async mint(request: LinkRequest): Promise<MintedLink> {
    const { accountId, purpose: wanted } = request;
    const purpose = wanted === 'signup' ? await this.confirmationOf(accountId) : wanted;
    const { secret, code } = await this.issue({ ...request, purpose });
    const url = this.urlOf(secret, purpose, request.redirectTo);
    return code === undefined ? { url } : { url, code };
  }

  /** Like {@link mint}, for exactly the purpose asked for, as it is without the page that links lead to. */
  async issue(request: LinkRequest): Promise<{ secret: string; code?: string }> {
    const { accountId, purpose, address, flowId } = request;
    // A payment's link asks its own questions on the site: no client's flow can answer them.
    const flow = purpose === 'payment' ? undefined : flowId;
    const secret = flow === undefined ? newSecret() : `${FLOW_PREFIX}${newSecret()}`;
    const code = purpose === 'payment' ? undefined : this.codes.create();
    if (purpose === 'email_change' && !(await this.isWished(request))) return { secret };
    await this.tokens.insert({
      tokenHash: hashOfSecret(secret),
      accountId,
      purpose,
      addressNormalised: normaliseEmail(address),
      flowId: flow ?? null,
      codeHash: code === undefined ? null : this.codes.hash(accountId, address, code),
      now: this.clock.now(),
      expiresAt: this.clock.in(this.settings.auth.linkSeconds),
    });
    return code === undefined ? { secret } : { secret, code };
  }

  /**
   * A payment link, or undefined for an account that is proven by now, or gone. Outside a transaction: it shares one with others,
   * because welcome mails come by the thousand.
   */
  async mintUnlessProven(
    request: Pick<LinkRequest, 'accountId' | 'address'>,
  ): Promise<{ url: string } | undefined> {
    const { accountId, address } = request;
    const secret = newSecret();
    const link = { tokenHash: hashOfSecret(secret), accountId, addressNormalised: normaliseEmail(address) };
    return (await this.unproven.ask(link)) ? { url: this.urlOf(secret, 'payment') } : undefined;
  }

  private async insertForUnproven(links: PaymentLink[]): Promise<boolean[]> {
    const expiresAt = this.clock.in(this.settings.auth.linkSeconds);
    const stored = await this.tokens.insertForUnproven(links, 'payment', this.clock.now(), expiresAt);
    return links.map(({ accountId }) => stored.has(accountId));
  }

  private urlOf(secret: string, purpose: LinkPurpose, redirectTo?: string | null): string {
    const url = `${this.settings.siteUrl}/auth/confirm?token=${secret}&type=${purpose}`;
    return redirectTo ? `${url}&${new URLSearchParams({ redirect_to: redirectTo }).toString()}` : url;
  }

  private async isWished({ accountId, newEmail }: LinkRequest): Promise<boolean> {
    const account = await this.accounts.findById(accountId);
    return account?.newEmail != null && account.newEmail === newEmail;
  }

  private async confirmationOf(accountId: string): Promise<LinkPurpose> {
    const account = await this.accounts.findById(accountId);
    return account?.origin === 'payment' ? 'payment' : 'signup';
  }
}
