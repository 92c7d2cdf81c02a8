import { Injectable } from '@nestjs/common';
import { base58 } from '@scure/base';
import { createPublicKey, verify } from 'node:crypto';
import type { Chain } from '../domain/wallet-message.js';
import { WalletSignatures } from '../domain/wallet-signatures.js';

const KEY_BYTES = 32;

/** Ethereum's keys by viem, which is large and loaded when first asked for; Solana's Ed25519 by the runtime. */
@Injectable()
export class WalletSignatureChecks extends WalletSignatures {
  override async verify(chain: Chain, address: string, message: string, signature: string): Promise<boolean> {
    try {
      return chain === 'ethereum'
        ? await isSignedByEthereum(address, message, signature)
        : isSignedBySolana(address, message, signature);
    } catch {
      // Bytes that are no point of the curve, no key, or no base 58: no one's signature.
      return false;
    }
  }
}

async function isSignedByEthereum(address: string, message: string, signature: string): Promise<boolean> {
  const hex = signature.startsWith('0x') ? signature.slice(2) : signature;
  const { recoverMessageAddress } = await import('viem/utils');
  const signer = await recoverMessageAddress({ message, signature: `0x${hex}` });
  return signer.toLowerCase() === address.toLowerCase();
}

function isSignedBySolana(address: string, message: string, signature: string): boolean {
  const key = base58.decode(address);
  if (key.length !== KEY_BYTES) return false;
  const publicKey = createPublicKey({
    key: { kty: 'OKP', crv: 'Ed25519', x: Buffer.from(key).toString('base64url') },
    format: 'jwk',
  });
  return verify(null, Buffer.from(message, 'utf8'), publicKey, Buffer.from(signature, 'base64'));
}
