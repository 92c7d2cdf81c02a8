import { Injectable } from '@nestjs/common';
import { lookup } from 'node:dns/promises';
import { Settings } from '../config/settings.js';
import { isPublicAddress } from './network-addresses.js';
import { lookedUp, publicFetch } from './public-fetch.js';

/**
 * Calls to addresses that were not written into the settings but come in by calls. The person who holds a service key, or gets it to write
 * something down, must not reach through this server what only this server reaches: its own machine, its network, its cloud's metadata.
 */
@Injectable()
export class OutgoingCalls {
  /** Like `fetch`. Fails for private networks with `PrivateAddressError` as its cause, but where the operator allows them. */
  readonly fetch: typeof fetch;
  private readonly everywhere: boolean;

  constructor({ auth }: Settings) {
    this.everywhere = auth.privateNetworks;
    this.fetch = this.everywhere ? fetch : publicFetch;
  }

  /** Whether an address may be written down. One that is not found now is judged when it is called. */
  async isAllowed(url: string): Promise<boolean> {
    if (this.everywhere) return true;
    const found = await lookup(lookedUp(new URL(url).hostname), { all: true }).catch(() => []);
    return found.every(({ address }) => isPublicAddress(address));
  }
}
