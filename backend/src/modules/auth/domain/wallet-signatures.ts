import type { Chain } from './wallet-message.js';

/** Checks that the owner of a wallet signed a text. */
export abstract class WalletSignatures {
  /** Whether the wallet with this address signed exactly this text with its key. An Ethereum contract has none: false. */
  abstract verify(chain: Chain, address: string, message: string, signature: string): Promise<boolean>;
}
