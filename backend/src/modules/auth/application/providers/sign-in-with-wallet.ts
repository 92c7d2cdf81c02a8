import { Injectable } from '@nestjs/common';
import { Clock } from '../../../../platform/clock/clock.js';
import { Settings } from '../../../../platform/config/settings.js';
import { Database } from '../../../../platform/database/database.js';
import { DomainError } from '../../../../platform/errors/domain-error.js';
import { Captcha } from '../../../../platform/security/captcha.js';
import { clientNetwork } from '../../../../platform/security/client-network.js';
import { RateLimits } from '../../../../platform/security/rate-limits.js';
import { InvalidInputError, FeatureDisabledError } from '../../domain/auth-errors.js';
import type { ExternalIdentity } from '../../domain/external-identity.js';
import { InvalidGrantError } from '../../domain/provider-errors.js';
import { allowedRedirect } from '../../domain/redirect-targets.js';
import {
  CHAINS,
  purgeableAt,
  parseWalletMessage,
  validityError,
  type Chain,
  type WalletMessage,
} from '../../domain/wallet-message.js';
import { WalletSignatures } from '../../domain/wallet-signatures.js';
import { WalletMessagesRepository } from '../../persistence/wallet-messages.repository.js';
import { SessionGrants, type SessionGrant } from '../sessions/session-grants.js';
import { hashOfSecret } from '../secrets.js';
import { ResolveIdentity } from './resolve-identity.js';

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
const SIGNATURE_FORMS: Record<Chain, string> = {
  ethereum:
    'signature must be the 65 bytes of an Ethereum key, as hexadecimal digits. Accounts that are contracts have no key and cannot sign in',
  solana: 'signature must be 64 bytes, in base 64',
};

/** The web3 grant: a wallet signs a message that names this site and the time. The wallet's address is the account; no email is known. */
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

  async signIn({ chain: named, message, signature, captchaToken }: WalletSignIn): Promise<SessionGrant> {
    if (!this.settings.auth.web3) {
      throw new FeatureDisabledError('invalid', 'web3_provider_disabled', 'Web3 provider is disabled');
    }
    await this.limits.count(PER_ADDRESS, clientNetwork());
    const chain = CHAINS.find((candidate) => candidate === named);
    if (!chain) throw new DomainError('malformed', 'web3_unsupported_chain', 'Unsupported chain');
    await this.captcha.check(captchaToken);
    assertForm(chain, message, signature);
    const read = this.validate(chain, message);
    if (!(await this.signatures.verify(chain, read.address, message, signature))) {
      throw error('Signature does not match address in message');
    }
    const { user, session } = await this.database.transaction(async () => {
      if (!(await this.walletMessages.use(keyOf(read, message), purgeableAt(read)))) {
        throw error('Message was used before');
      }
      const input = { redirectTo: null, emailOptional: true };
      const user = await this.resolveIdentity.resolve(identityOf(read), input);
      if (!user) throw new Error('a wallet has no address that could need a proof');
      return { user, session: await this.sessionGrants.open(user, PROVIDER) };
    });
    return this.sessionGrants.grant(user, session);
  }

  /** Signed for this site, and now. A message for another site may have been obtained there. */
  private validate(chain: Chain, message: string): WalletMessage {
    const read = parseWalletMessage(chain, message);
    if (typeof read === 'string') throw error(`Signed message is not valid: ${read}`);
    const uri = URL.parse(read.uri);
    if (!uri || !isEncrypted(uri)) throw error('URI of the signed message must start with https://');
    if (uri.host !== domainOf(read.domain, uri.protocol)) {
      throw error('URI of the signed message is not in its domain');
    }
    const rules = { siteUrl: this.settings.siteUrl, allowed: this.settings.auth.redirectUrls };
    if (allowedRedirect(rules, uri.href) === undefined) {
      throw error('Signed message is for a URI that is not allowed on this server');
    }
    const stale = validityError(read, this.clock.now());
    if (stale !== undefined) throw error(`Signed ${stale}`);
    return read;
  }
}

function assertForm(chain: Chain, message: string, signature: string): void {
  const bytes = Buffer.byteLength(message);
  if (bytes < MIN_MESSAGE_LENGTH || bytes > MAX_MESSAGE_LENGTH) {
    throw new InvalidInputError(`message must have ${MIN_MESSAGE_LENGTH} to ${MAX_MESSAGE_LENGTH} bytes`);
  }
  if (!SIGNATURES[chain].test(signature)) throw new InvalidInputError(SIGNATURE_FORMS[chain]);
}

function isEncrypted(uri: URL): boolean {
  const local =
    uri.hostname === 'localhost' || uri.hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(uri.hostname);
  return uri.protocol === 'https:' || (uri.protocol === 'http:' && local);
}

/** In the spelling of an address, which leaves out a scheme's own port. */
function domainOf(domain: string, protocol: string): string | undefined {
  return URL.parse(`${protocol}//${domain}`)?.host;
}

function keyOf({ chain, address, nonce }: WalletMessage, message: string): Buffer {
  const what = nonce === undefined ? `message ${message}` : `nonce ${nonce}`;
  return hashOfSecret(`${subjectOf(chain, address)} ${what}`);
}

/** Ethereum's addresses may be written in capitals, Solana's may not. */
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
