import type { Chain } from './wallet-message.js';

export abstract class WalletSignatures {
  /** Whether the wallet's key signed exactly this text. Always false for Ethereum contract wallets, which have no key. */
  abstract verify(chain: Chain, address: string, message: string, signature: string): Promise<boolean>;
}
