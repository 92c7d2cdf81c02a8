import { Injectable } from '@nestjs/common';
import { RealClock } from '../../../platform/clock.js';
import { Settings } from '../../../platform/config/settings.js';
import { Batch } from '../../../platform/database/batch.js';
import { normalizeEmail } from '../core/email-and-phone.js';
import { CONFIRM_PATH } from '../core/redirect-targets.js';
import { hashSecret, newSecret } from '../core/secrets.js';
import { UsersRepository } from '../users/persistence/users.repository.js';
import { OneTimeCodes } from './one-time-codes.js';
import { OneTimeTokensRepository, type UnconfirmedUser } from './one-time-tokens.repository.js';

/** As in the wire protocol; `payment` is the link of a user whom a payment created, which alone confirms nothing. */
export type LinkPurpose =
  | 'signup'
  | 'invite'
  | 'recovery'
  | 'magiclink'
  | 'email_change'
  | 'reauthentication'
  | 'payment';

export interface MintedLink {
  url: string;
  /** A six-digit code that can be used instead of the link; payment links have none. */
  code?: string;
}

export interface LinkRequest {
  userId: string;
  purpose: LinkPurpose;
  /** The recipient. The link confirms this address and no other. */
  address: string;
  /** Where to go after confirmation; validated when the link was requested. */
  redirectTo?: string | null;
  /** PKCE flow of the client that will exchange a code for the session. */
  flowId?: string | undefined;
  /** For `email_change`: the requested new address. */
  newEmail?: string | undefined;
}

/** Marks the secret of a PKCE link, as in the wire protocol. */
export const PKCE_PREFIX = 'pkce_';

/** Hints for the page about a payment link; the server checks again. `has_password` is named like the flag in `app_metadata`. */
const NO_PASSWORD = { has_password: 'false' };
const OTHER_ADDRESS = { confirms_email: 'false' };

/** Link of a welcome email to an unconfirmed account. */
export interface WelcomeLink {
  url: string;
  /** If false, the page asks for a new password instead of the current one. */
  hasPassword: boolean;
  /** False if the link was sent to an address other than the account's. It then only signs in, with the password. */
  confirmsEmail: boolean;
}

interface PaymentLink {
  tokenHash: Buffer;
  userId: string;
  recipient: string;
}

/** Issues the one-time links in emails. Only their hash is stored, so a lost link has to be reissued. */
@Injectable()
export class OneTimeLinks {
  private readonly paymentLinks = new Batch((links: PaymentLink[]) => this.insertPaymentLinks(links));

  constructor(
    private readonly tokens: OneTimeTokensRepository,
    private readonly users: UsersRepository,
    private readonly oneTimeCodes: OneTimeCodes,
    private readonly settings: Settings,
    private readonly clock: RealClock,
  ) {}

  /**
   * Issues a new link and code for each delivery attempt; all stay valid until they expire or one of them is used. If an email
   * change is no longer pending, the link is never stored and so never works. For a user created by a payment, a `signup` link
   * becomes a `payment` link.
   */
  async mint(request: LinkRequest): Promise<MintedLink> {
    const { userId, purpose: requested } = request;
    const isConfirmation = requested === 'signup' || requested === 'payment';
    const user = isConfirmation ? await this.users.findById(userId) : undefined;
    const purpose = user?.origin === 'payment' ? 'payment' : requested;
    const { secret, code } = await this.issue({ ...request, purpose });
    const parameters = {
      ...(request.redirectTo ? { redirect_to: request.redirectTo } : {}),
      ...(purpose === 'payment'
        ? hints(user?.passwordHash != null, user?.emailNormalized === normalizeEmail(request.address))
        : {}),
    };
    const url = this.buildUrl(secret, purpose, parameters);
    return code === undefined ? { url } : { url, code };
  }

  /** Like {@link mint}, but for exactly the given purpose, and returns the bare secret instead of a URL. */
  async issue(request: LinkRequest): Promise<{ secret: string; code?: string }> {
    const { userId, purpose, address, flowId } = request;
    // A payment link needs further input on the site, which a PKCE redirect cannot provide.
    const pkceFlowId = purpose === 'payment' ? undefined : flowId;
    const secret = pkceFlowId === undefined ? newSecret() : `${PKCE_PREFIX}${newSecret()}`;
    const code = purpose === 'payment' ? undefined : this.oneTimeCodes.create();
    if (purpose === 'email_change' && !(await this.isStillRequested(request))) return { secret };
    await this.tokens.insert({
      tokenHash: hashSecret(secret),
      userId,
      purpose,
      recipient: normalizeEmail(address),
      flowId: pkceFlowId ?? null,
      codeHash: code === undefined ? null : this.oneTimeCodes.hash(userId, address, code),
      createdAt: this.clock.now(),
      expiresAt: this.clock.in(this.settings.auth.linkSeconds),
    });
    return code === undefined ? { secret } : { secret, code };
  }

  /**
   * Returns a payment link, or undefined if the user has been confirmed or deleted. Call outside a transaction: inserts are batched
   * because welcome emails are sent by the thousand.
   */
  async mintUnlessConfirmed(
    request: Pick<LinkRequest, 'userId' | 'address'>,
  ): Promise<WelcomeLink | undefined> {
    const { userId, address } = request;
    const secret = newSecret();
    const recipient = normalizeEmail(address);
    const user = await this.paymentLinks.load({ tokenHash: hashSecret(secret), userId, recipient });
    if (user === undefined) return undefined;
    const { hasPassword } = user;
    const confirmsEmail = user.email === recipient;
    const url = this.buildUrl(secret, 'payment', hints(hasPassword, confirmsEmail));
    return { url, hasPassword, confirmsEmail };
  }

  private async insertPaymentLinks(links: PaymentLink[]): Promise<(UnconfirmedUser | undefined)[]> {
    const expiresAt = this.clock.in(this.settings.auth.linkSeconds);
    const stored = await this.tokens.insertForUnconfirmed(links, 'payment', this.clock.now(), expiresAt);
    return links.map(({ userId }) => stored.get(userId));
  }

  private buildUrl(secret: string, purpose: LinkPurpose, parameters: Record<string, string>): string {
    const query = new URLSearchParams({ token: secret, type: purpose, ...parameters });
    return `${this.settings.siteUrl}${CONFIRM_PATH}?${query.toString()}`;
  }

  private async isStillRequested({ userId, newEmail }: LinkRequest): Promise<boolean> {
    const user = await this.users.findById(userId);
    return user?.newEmail != null && user.newEmail === newEmail;
  }
}

function hints(hasPassword: boolean, confirmsEmail: boolean): Record<string, string> {
  return { ...(hasPassword ? {} : NO_PASSWORD), ...(confirmsEmail ? {} : OTHER_ADDRESS) };
}
