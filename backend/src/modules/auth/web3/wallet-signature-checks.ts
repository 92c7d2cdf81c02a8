import { Injectable } from '@nestjs/common';
import { base58 } from '@scure/base';
import { createPublicKey, verify } from 'node:crypto';
import { type Chain, WalletSignatures } from './wallet-message.js';

const KEY_BYTES = 32;

/** Verifies Ethereum signatures with a library that is loaded on first use, and Solana's (Ed25519) with Node.js. */
@Injectable()
export class WalletSignatureChecks extends WalletSignatures {
  override async verify(chain: Chain, address: string, message: string, signature: string): Promise<boolean> {
    try {
      return chain === 'ethereum'
        ? await isValidEthereumSignature(address, message, signature)
        : isValidSolanaSignature(address, message, signature);
    } catch {
      // Malformed keys, curve points or base58 count as an invalid signature.
      return false;
    }
  }
}

async function isValidEthereumSignature(
  address: string,
  message: string,
  signature: string,
): Promise<boolean> {
  const { eip191Signer } = await import('micro-eth-signer');
  const { parseSignature, serializeSignature } = await import('micro-eth-signer/utils.js');
  const hex = signature.startsWith('0x') ? signature : `0x${signature}`;
  // Some hardware wallets end signatures with 0 or 1 instead of 27 or 28.
  const normalized = serializeSignature(parseSignature(hex));
  return eip191Signer.recoverAddress(normalized, message).toLowerCase() === address.toLowerCase();
}

function isValidSolanaSignature(address: string, message: string, signature: string): boolean {
  const key = base58.decode(address);
  if (key.length !== KEY_BYTES) return false;
  const publicKey = createPublicKey({
    key: { kty: 'OKP', crv: 'Ed25519', x: Buffer.from(key).toString('base64url') },
    format: 'jwk',
  });
  return verify(null, Buffer.from(message, 'utf8'), publicKey, Buffer.from(signature, 'base64'));
}
