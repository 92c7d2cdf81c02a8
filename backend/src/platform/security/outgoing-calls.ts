import { Injectable } from '@nestjs/common';
import { lookup } from 'node:dns/promises';
import { Settings } from '../config/settings.js';
import { isPublicAddress } from './network-addresses.js';
import { lookupName, publicFetch } from './public-fetch.js';

/**
 * Requests to URLs that come from API calls instead of the settings. Protects against SSRF: a caller with a service key, or one who gets
 * a URL registered, must not reach this machine, its network or cloud metadata through this server.
 */
@Injectable()
export class OutgoingCalls {
  /** Like `fetch`. Unless the operator allows private networks, fails for them with `PrivateAddressError` as its cause. */
  readonly fetch: typeof fetch;
  private readonly allowsPrivateNetworks: boolean;

  constructor({ auth }: Settings) {
    this.allowsPrivateNetworks = auth.privateNetworks;
    this.fetch = this.allowsPrivateNetworks ? fetch : publicFetch;
  }

  /** Whether a URL may be registered. A host that does not resolve now is checked when it is called. */
  async isAllowed(url: string): Promise<boolean> {
    if (this.allowsPrivateNetworks) return true;
    const found = await lookup(lookupName(new URL(url).hostname), { all: true }).catch(() => []);
    return found.every(({ address }) => isPublicAddress(address));
  }
}
