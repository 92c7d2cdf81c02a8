import { Injectable } from '@nestjs/common';
import { Clock } from '../../../platform/clock/clock.js';
import { Settings } from '../../../platform/config/settings.js';
import { Database } from '../../../platform/database/database.js';
import { DomainError } from '../../../platform/errors/domain-error.js';
import { Captcha } from '../../../platform/security/captcha.js';
import { clientNetwork } from '../../../platform/security/client-network.js';
import { RateLimits } from '../../../platform/security/rate-limits.js';
import { InvalidInputError, FeatureDisabledError, InvalidGrantError } from '../core/auth-errors.js';
import { allowedRedirect } from '../core/redirect-targets.js';
import { hashSecret } from '../core/secrets.js';
import type { ExternalIdentity } from '../oauth/domain/external-identity.js';
import { ResolveIdentity } from '../oauth/resolve-identity.js';
import { SessionGrants, type SessionGrant } from '../sessions/session-grants.js';
import {
  CHAINS,
  purgeableAt,
  parseWalletMessage,
  validityError,
  type Chain,
  type WalletMessage,
  WalletSignatures,
} from './wallet-message.js';
import { WalletMessagesRepository } from './wallet-messages.repository.js';

export interface WalletSignIn {
  chain: string | undefined;
  message: string;
  signature: string;
  captchaToken: string | undefined;
}

const PROVIDER = 'web3';
const PER_ADDRESS = { name: 'auth:web3', points: 30, seconds: 300 };
const MIN_MESSAGE_LENGTH = 64;
const MAX_MESSAGE_LENGTH = 20 * 1024;
const SIGNATURES: Record<Chain, RegExp> = {
  ethereum: /^(0x)?[0-9a-fA-F]{130}$/,
  solana: /^([A-Za-z0-9_-]{86}|[A-Za-z0-9+/]{86}(==)?|[A-Za-z0-9_-]{86}==)$/,
};
const SIGNATURE_ERRORS: Record<Chain, string> = {
  ethereum: 'signature must be a hex-encoded 65-byte signature. Smart contract wallets are not supported.',
  solana: 'signature must be a base64-encoded 64-byte signature',
};

/** The web3 grant: a wallet signs a message with this site and the current time. Its address identifies the user, who has no email. */
@Injectable()
export class SignInWithWallet {
  constructor(
    private readonly database: Database,
    private readonly signatures: WalletSignatures,
    private readonly walletMessages: WalletMessagesRepository,
    private readonly resolveIdentity: ResolveIdentity,
    private readonly sessionGrants: SessionGrants,
    private readonly captcha: Captcha,
    private readonly limits: RateLimits,
    private readonly settings: Settings,
    private readonly clock: Clock,
  ) {}

  async signIn({
    chain: requestedChain,
    message,
    signature,
    captchaToken,
  }: WalletSignIn): Promise<SessionGrant> {
    if (!this.settings.auth.web3) {
      throw new FeatureDisabledError('invalid', 'web3_provider_disabled', 'Web3 provider is disabled');
    }
    await this.limits.count(PER_ADDRESS, clientNetwork());
    const chain = CHAINS.find((candidate) => candidate === requestedChain);
    if (!chain) throw new DomainError('malformed', 'web3_unsupported_chain', 'Unsupported chain');
    await this.captcha.check(captchaToken);
    assertWellFormed(chain, message, signature);
    const parsed = this.validate(chain, message);
    if (!(await this.signatures.verify(chain, parsed.address, message, signature))) {
      throw error('Signature does not match address in message');
    }
    const { user, session } = await this.database.transaction(async () => {
      if (!(await this.walletMessages.markUsed(replayKeyOf(parsed, message), purgeableAt(parsed)))) {
        throw error('Message has already been used');
      }
      const input = { redirectTo: null, emailOptional: true };
      const user = await this.resolveIdentity.resolve(identityOf(parsed), input);
      if (!user) throw new Error('wallet identity required an email confirmation');
      return { user, session: await this.sessionGrants.open(user, PROVIDER) };
    });
    return this.sessionGrants.grant(user, session);
  }

  /** Accepts only a recent message for this site: another site could replay a message it obtained. */
  private validate(chain: Chain, message: string): WalletMessage {
    const parsed = parseWalletMessage(chain, message);
    if (typeof parsed === 'string') throw error(`Signed message is not valid: ${parsed}`);
    const uri = URL.parse(parsed.uri);
    if (!uri || !isSecure(uri)) throw error('URI of the signed message must start with https://');
    if (uri.host !== hostOf(parsed.domain, uri.protocol)) {
      throw error('URI of the signed message does not match its domain');
    }
    const rules = { siteUrl: this.settings.siteUrl, allowed: this.settings.auth.redirectUrls };
    if (allowedRedirect(rules, uri.href) === undefined) {
      throw error('URI of the signed message is not allowed on this server');
    }
    const stale = validityError(parsed, this.clock.now());
    if (stale !== undefined) throw error(`Signed ${stale}`);
    return parsed;
  }
}

function assertWellFormed(chain: Chain, message: string, signature: string): void {
  const bytes = Buffer.byteLength(message);
  if (bytes < MIN_MESSAGE_LENGTH || bytes > MAX_MESSAGE_LENGTH) {
    throw new InvalidInputError(
      `message must be between ${MIN_MESSAGE_LENGTH} and ${MAX_MESSAGE_LENGTH} bytes`,
    );
  }
  if (!SIGNATURES[chain].test(signature)) throw new InvalidInputError(SIGNATURE_ERRORS[chain]);
}

function isSecure(uri: URL): boolean {
  const local =
    uri.hostname === 'localhost' || uri.hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(uri.hostname);
  return uri.protocol === 'https:' || (uri.protocol === 'http:' && local);
}

/** Normalized the way URLs are, without the scheme's default port. */
function hostOf(domain: string, protocol: string): string | undefined {
  return URL.parse(`${protocol}//${domain}`)?.host;
}

/** Identifies a message for replay detection. */
function replayKeyOf({ chain, address, nonce }: WalletMessage, message: string): Buffer {
  const uniquePart = nonce === undefined ? `message ${message}` : `nonce ${nonce}`;
  return hashSecret(`${subjectOf(chain, address)} ${uniquePart}`);
}

/** Ethereum addresses are case-insensitive, Solana addresses are not. */
function subjectOf(chain: Chain, address: string): string {
  return `${PROVIDER}:${chain}:${chain === 'ethereum' ? address.toLowerCase() : address}`;
}

function identityOf({ chain, address, network, domain, statement }: WalletMessage): ExternalIdentity {
  const subject = subjectOf(chain, address);
  const claims = {
    address,
    chain,
    network: network ?? 'mainnet',
    domain,
    statement: (statement ?? '').slice(0, 500),
  };
  return {
    provider: PROVIDER,
    subject,
    email: null,
    emailVerified: false,
    data: { sub: subject, email_verified: false, phone_verified: false, custom_claims: claims },
  };
}

function error(description: string): InvalidGrantError {
  return new InvalidGrantError('invalid_grant', description);
}
