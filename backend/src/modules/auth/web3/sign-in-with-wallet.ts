import { Injectable } from '@nestjs/common';
import { Settings } from '../../../platform/config/settings.js';
import { DomainError } from '../../../platform/domain-error.js';
import { Captcha } from '../../../platform/security/captcha.js';
import { clientNetwork } from '../../../platform/security/client-network.js';
import { RateLimits } from '../../../platform/security/rate-limits.js';
import { FeatureDisabledError } from '../core/auth-errors.js';
import type { ExternalIdentity } from '../oauth/domain/external-identity.js';
import { ResolveIdentity } from '../oauth/resolve-identity.js';
import { SessionGrants, type SessionGrant } from '../sessions/session-grants.js';
import { VerifyWalletMessage } from './verify-wallet-message.js';
import { CHAINS, PROVIDER, toSubject, type WalletMessage } from './wallet-message.js';

export interface WalletSignIn {
  chain: string | undefined;
  message: string;
  signature: string;
  captchaToken: string | undefined;
}

const PER_IP = { name: 'auth:web3', points: 30, seconds: 300 };

/** The web3 grant: a wallet signs a message with this site and the current time. Its address identifies the user, who has no email. */
@Injectable()
export class SignInWithWallet {
  constructor(
    private readonly verifyMessage: VerifyWalletMessage,
    private readonly resolveIdentity: ResolveIdentity,
    private readonly sessionGrants: SessionGrants,
    private readonly captcha: Captcha,
    private readonly limits: RateLimits,
    private readonly settings: Settings,
  ) {}

  /** Call before reading the request's body. Throws `web3_provider_disabled`. */
  assertEnabled(): void {
    if (this.settings.auth.web3) return;
    throw new FeatureDisabledError('invalid', 'web3_provider_disabled', 'Web3 provider is disabled');
  }

  /** Throws `web3_unsupported_chain`, `captcha_failed`, `rate_limited`, and what {@link VerifyWalletMessage} throws. */
  async signIn({
    chain: requestedChain,
    message,
    signature,
    captchaToken,
  }: WalletSignIn): Promise<SessionGrant> {
    await this.limits.count(PER_IP, clientNetwork());
    const chain = CHAINS.find((candidate) => candidate === requestedChain);
    if (!chain) throw new DomainError('malformed', 'web3_unsupported_chain', 'Unsupported chain');
    await this.captcha.check(captchaToken);
    const parsed = await this.verifyMessage.verify(chain, message, signature);
    return this.sessionGrants.grantAfter(async () => {
      await this.verifyMessage.markUsed(parsed, message);
      const input = { redirectTo: null, emailOptional: true };
      const user = await this.resolveIdentity.resolve(toExternalIdentity(parsed), input);
      if (!user) throw new Error('wallet identity required an email confirmation');
      return { user, session: await this.sessionGrants.open(user, PROVIDER) };
    });
  }
}

function toExternalIdentity({ chain, address, network, domain, statement }: WalletMessage): ExternalIdentity {
  const subject = toSubject({ chain, address });
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
