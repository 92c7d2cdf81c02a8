import { Injectable } from '@nestjs/common';
import { RealClock } from '../../../platform/clock.js';
import { Settings } from '../../../platform/config/settings.js';
import { InvalidGrantError, InvalidInputError } from '../core/auth-errors.js';
import { allowedRedirect } from '../core/redirect-targets.js';
import { hashSecret } from '../core/secrets.js';
import {
  WalletSignatures,
  parseWalletMessage,
  purgeableAt,
  toSubject,
  validityError,
  type Chain,
  type WalletMessage,
} from './wallet-message.js';
import { WalletMessagesRepository } from './wallet-messages.repository.js';

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

/** Verifies that a wallet signed a recent message for this site and that the message has not been used before. */
@Injectable()
export class VerifyWalletMessage {
  constructor(
    private readonly signatures: WalletSignatures,
    private readonly walletMessages: WalletMessagesRepository,
    private readonly settings: Settings,
    private readonly clock: RealClock,
  ) {}

  /** Throws `validation_failed`: as an OAuth `invalid_grant` error if the message or its signature is not acceptable. */
  async verify(chain: Chain, message: string, signature: string): Promise<WalletMessage> {
    assertWellFormed(chain, message, signature);
    const parsed = this.validate(chain, message);
    if (!(await this.signatures.verify(chain, parsed.address, message, signature))) {
      throw error('Signature does not match address in message');
    }
    return parsed;
  }

  /** Call inside the transaction that opens the session. Throws an `invalid_grant` error if the message has been used before. */
  async markUsed(parsed: WalletMessage, message: string): Promise<void> {
    if (!(await this.walletMessages.markUsed(replayKey(parsed, message), purgeableAt(parsed)))) {
      throw error('Message has already been used');
    }
  }

  /** Accepts only a recent message for this site: another site could replay a message it obtained. */
  private validate(chain: Chain, message: string): WalletMessage {
    const parsed = parseWalletMessage(chain, message);
    if (typeof parsed === 'string') throw error(`Signed message is not valid: ${parsed}`);
    const uri = URL.parse(parsed.uri);
    if (!uri || !isSecure(uri)) throw error('URI of the signed message must start with https://');
    if (uri.host !== normalizeHost(parsed.domain, uri.protocol)) {
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
function normalizeHost(domain: string, protocol: string): string | undefined {
  return URL.parse(`${protocol}//${domain}`)?.host;
}

/** Identifies a message for replay detection. */
function replayKey({ chain, address, nonce }: WalletMessage, message: string): Buffer {
  const uniquePart = nonce === undefined ? `message ${message}` : `nonce ${nonce}`;
  return hashSecret(`${toSubject({ chain, address })} ${uniquePart}`);
}

function error(description: string): InvalidGrantError {
  return new InvalidGrantError('invalid_grant', description);
}
