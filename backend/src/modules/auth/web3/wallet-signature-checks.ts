import { Injectable } from '@nestjs/common';
import { base58 } from '@scure/base';
import { createPublicKey, verify } from 'node:crypto';
import { type Chain, WalletSignatures } from './wallet-message.js';

const KEY_BYTES = 32;

/** Ethereum signatures are checked by viem, which is large and therefore loaded on first use; Solana's (Ed25519) by Node.js. */
@Injectable()
export class WalletSignatureChecks extends WalletSignatures {
  override async verify(chain: Chain, address: string, message: string, signature: string): Promise<boolean> {
    try {
      return chain === 'ethereum'
        ? await isSignedByEthereum(address, message, signature)
        : isSignedBySolana(address, message, signature);
    } catch {
      // Malformed keys, curve points or base58: an invalid signature.
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
