import { Injectable } from '@nestjs/common';
import { Clock } from '../../../../platform/clock/clock.js';
import { Settings } from '../../../../platform/config/settings.js';
import { Batch } from '../../../../platform/database/batch.js';
import { normalizeEmail } from '../../domain/email-address.js';
import { UsersRepository } from '../../persistence/users.repository.js';
import { OneTimeTokensRepository } from '../../persistence/one-time-tokens.repository.js';
import { OneTimeCodes } from './one-time-codes.js';
import { hashOfSecret, newSecret } from '../secrets.js';

export type LinkPurpose =
  'signup' | 'invite' | 'recovery' | 'magiclink' | 'email_change' | 'reauthentication' | 'payment';

/** What an email carries. */
export interface MintedLink {
  url: string;
  /** Six digits that do the same when typed with the address; a payment's email has none. */
  code?: string;
}

export interface LinkRequest {
  userId: string;
  purpose: LinkPurpose;
  /** Where the link is sent. It proves this address and no other. */
  address: string;
  /** Where it leads after the press; judged when it was asked for. */
  redirectTo?: string | null;
  /** Of the client that will trade a code for the session. */
  flowId?: string | undefined;
  /** For `email_change`: the address that the email speaks of. */
  newEmail?: string | undefined;
}

/** How everybody can tell that a link ends with a code for a client, and how that client's library expects it. */
export const FLOW_PREFIX = 'pkce_';

/** Named like the flag in `app_metadata`. A hint for the page; the server decides. */
const NO_PASSWORD = { has_password: 'false' };

/** What a welcome email carries while the account is unconfirmed. */
export interface WelcomeLink {
  url: string;
  /** Without one, the page behind the link asks for a new password instead of the current one. */
  hasPassword: boolean;
}

interface PaymentLink {
  tokenHash: Buffer;
  userId: string;
  recipient: string;
}

/** Makes the links that emails carry. Only their hash is stored: a link lost is made again, never looked up. */
@Injectable()
export class OneTimeLinks {
  private readonly unconfirmed = new Batch((links: PaymentLink[]) => this.insertForUnconfirmed(links));

  constructor(
    private readonly tokens: OneTimeTokensRepository,
    private readonly users: UsersRepository,
    private readonly oneTimeCodes: OneTimeCodes,
    private readonly settings: Settings,
    private readonly clock: Clock,
  ) {}

  /**
   * A link and a code of its own for every attempt at sending; all stay valid until they expire or one of them
   * is used. An email about a change that is wished no more carries a link that never works. A confirmation of an account made by a payment is a payment link, whatever was asked for.
   */
  async mint(request: LinkRequest): Promise<MintedLink> {
    const { userId, purpose: requested } = request;
    const isConfirmation = requested === 'signup' || requested === 'payment';
    const user = isConfirmation ? await this.users.findById(userId) : undefined;
    const purpose = user?.origin === 'payment' ? 'payment' : requested;
    const { secret, code } = await this.issue({ ...request, purpose });
    const parameters = {
      ...(request.redirectTo ? { redirect_to: request.redirectTo } : {}),
      ...(purpose === 'payment' && user?.passwordHash == null ? NO_PASSWORD : {}),
    };
    const url = this.urlOf(secret, purpose, parameters);
    return code === undefined ? { url } : { url, code };
  }

  /** Like {@link mint}, for exactly the purpose asked for, as it is without the page that links lead to. */
  async issue(request: LinkRequest): Promise<{ secret: string; code?: string }> {
    const { userId, purpose, address, flowId } = request;
    // A payment's link asks its own questions on the site: no client's flow can answer them.
    const flow = purpose === 'payment' ? undefined : flowId;
    const secret = flow === undefined ? newSecret() : `${FLOW_PREFIX}${newSecret()}`;
    const code = purpose === 'payment' ? undefined : this.oneTimeCodes.create();
    if (purpose === 'email_change' && !(await this.isStillRequested(request))) return { secret };
    await this.tokens.insert({
      tokenHash: hashOfSecret(secret),
      userId,
      purpose,
      recipient: normalizeEmail(address),
      flowId: flow ?? null,
      codeHash: code === undefined ? null : this.oneTimeCodes.hash(userId, address, code),
      now: this.clock.now(),
      expiresAt: this.clock.in(this.settings.auth.linkSeconds),
    });
    return code === undefined ? { secret } : { secret, code };
  }

  /**
   * A payment link, or undefined for an account that is confirmed by now, or gone. Outside a transaction: it shares one with others,
   * because welcome emails come by the thousand.
   */
  async mintUnlessConfirmed(
    request: Pick<LinkRequest, 'userId' | 'address'>,
  ): Promise<WelcomeLink | undefined> {
    const { userId, address } = request;
    const secret = newSecret();
    const link = { tokenHash: hashOfSecret(secret), userId, recipient: normalizeEmail(address) };
    const hasPassword = await this.unconfirmed.load(link);
    if (hasPassword === undefined) return undefined;
    return { url: this.urlOf(secret, 'payment', hasPassword ? {} : NO_PASSWORD), hasPassword };
  }

  private async insertForUnconfirmed(links: PaymentLink[]): Promise<(boolean | undefined)[]> {
    const expiresAt = this.clock.in(this.settings.auth.linkSeconds);
    const stored = await this.tokens.insertForUnproven(links, 'payment', this.clock.now(), expiresAt);
    return links.map(({ userId }) => stored.get(userId));
  }

  private urlOf(secret: string, purpose: LinkPurpose, parameters: Record<string, string>): string {
    const query = new URLSearchParams({ token: secret, type: purpose, ...parameters });
    return `${this.settings.siteUrl}/auth/confirm?${query.toString()}`;
  }

  private async isStillRequested({ userId, newEmail }: LinkRequest): Promise<boolean> {
    const user = await this.users.findById(userId);
    return user?.newEmail != null && user.newEmail === newEmail;
  }
}
