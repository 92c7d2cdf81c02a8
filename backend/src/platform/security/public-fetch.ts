import { lookup } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import type { buildConnector, RequestInfo, RequestInit, Response } from 'undici';
import { isPublicAddress } from './network-addresses.js';

type AddressCheck = (address: string) => boolean;
type Call = (input: RequestInfo, init?: RequestInit) => Promise<Response>;

const DEEPEST_CAUSE = 10;

/** An address leads to this machine, or into a network that is not the public internet. */
export class PrivateAddressError extends Error {
  constructor() {
    super('the address leads into a private network');
  }

  /** Whether a call failed for this, however many libraries wrapped it. */
  static isCauseOf(error: unknown): boolean {
    let cause = error;
    for (let depth = 0; depth < DEEPEST_CAUSE; depth++) {
      if (cause instanceof PrivateAddressError) return true;
      cause = (cause as { cause?: unknown } | null | undefined)?.cause;
    }
    return false;
  }
}

/**
 * `fetch` that connects to some addresses alone. Judged is each address that it is about to connect to, so that neither a redirect nor
 * a name that changes its mind between two look-ups gets around it. Fails with {@link PrivateAddressError} as its cause.
 */
export function fetchWithin(isAllowed: AddressCheck): typeof fetch {
  let opened: Promise<Call> | undefined;
  const call: Call = async (input, init) => (await (opened ??= openWithin(isAllowed)))(input, init);
  return call as unknown as typeof fetch;
}

/** `fetch` that reaches the public internet alone. */
export const publicFetch = fetchWithin(isPublicAddress);

/** The library is loaded when first asked for: most installations have no such addresses. */
async function openWithin(isAllowed: AddressCheck): Promise<Call> {
  const { Agent, buildConnector, fetch } = await import('undici');
  const connectByName = buildConnector({ lookup: lookupOf(isAllowed) });
  // A name is judged where it is looked up for the very connection; a host that is an address is never looked up.
  const connect: buildConnector.connector = (options, callback) => {
    const host = lookedUp(options.hostname);
    if (isIP(host) !== 0 && !isAllowed(host)) callback(new PrivateAddressError(), null);
    else connectByName(options, callback);
  };
  const dispatcher = new Agent({ connect });
  return (input, init) => fetch(input, { ...init, dispatcher });
}

/**
 * How a host of a URL is looked up: an address without its brackets, and a full name without the dot that ends it. That leads where
 * the name leads, but not every list of names knows it with the dot.
 */
export function lookedUp(hostname: string): string {
  return hostname.replace(/^\[|\]$|\.$/g, '');
}

/** One address of a name that is not allowed is enough to reject it: which of them is connected to is the system's choice. */
function lookupOf(isAllowed: AddressCheck): LookupFunction {
  return (hostname, options, callback) => {
    lookup(lookedUp(hostname), { ...options, all: true }, (error, found) => {
      if (error) return callback(error, []);
      if (!found.every(({ address }) => isAllowed(address))) return callback(new PrivateAddressError(), []);
      if (options.all) return callback(null, found);
      const [first] = found;
      callback(null, first?.address ?? '', first?.family);
    });
  };
}
