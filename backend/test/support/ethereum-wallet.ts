import { addr, eip191Signer } from 'micro-eth-signer';

/** An Ethereum account that signs messages as a wallet does. */
export class EthereumWallet {
  private readonly key = addr.random().privateKey;
  readonly address = addr.fromPrivateKey(this.key);

  sign(message: string | Uint8Array): string {
    return eip191Signer.sign(message, this.key);
  }

  /** What pages see as `window.ethereum`. */
  get provider() {
    const request = async ({ method, params }: { method: string; params?: unknown }) => {
      if (method === 'personal_sign') return this.sign(Buffer.from((params as [string])[0].slice(2), 'hex'));
      return method === 'eth_chainId' ? '0x1' : [this.address];
    };
    return { address: this.address, request, on() {}, removeListener() {} };
  }
}

/** Facts of a sign-in message. */
export interface SignInMessage {
  domain: string;
  uri: string;
  nonce: string;
  issuedAt: Date;
  statement?: string;
  expirationTime?: Date;
  notBefore?: Date;
}

/** The text that a wallet signs to sign in (EIP-4361). */
export function signInMessage(address: string, facts: SignInMessage): string {
  const { domain, uri, nonce, issuedAt, statement, expirationTime, notBefore } = facts;
  return [
    `${domain} wants you to sign in with your Ethereum account:`,
    address,
    '',
    ...(statement ? [statement, ''] : []),
    `URI: ${uri}`,
    'Version: 1',
    'Chain ID: 1',
    `Nonce: ${nonce}`,
    `Issued At: ${issuedAt.toISOString()}`,
    ...(expirationTime ? [`Expiration Time: ${expirationTime.toISOString()}`] : []),
    ...(notBefore ? [`Not Before: ${notBefore.toISOString()}`] : []),
  ].join('\n');
}
