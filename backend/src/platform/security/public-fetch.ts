import { lookup } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import type { buildConnector, RequestInfo, RequestInit, Response } from 'undici';
import { isPublicAddress } from './network-addresses.js';

type AddressCheck = (address: string) => boolean;
type Fetch = (input: RequestInfo, init?: RequestInit) => Promise<Response>;

const MAX_CAUSE_DEPTH = 10;

/** A host resolves to an address that is not on the public internet. */
export class PrivateAddressError extends Error {
  constructor() {
    super('the host resolves to a private address');
  }

  /** Whether this caused the error, even if libraries wrapped it. */
  static caused(error: unknown): boolean {
    let cause = error;
    for (let depth = 0; depth < MAX_CAUSE_DEPTH; depth++) {
      if (cause instanceof PrivateAddressError) return true;
      cause = (cause as { cause?: unknown } | null | undefined)?.cause;
    }
    return false;
  }
}

/**
 * Creates a `fetch` that only connects to allowed addresses. The check applies to each address that it is about to connect to, so
 * neither redirects nor DNS rebinding bypass it. Fails with {@link PrivateAddressError} as its cause.
 */
export function restrictedFetch(isAllowed: AddressCheck): typeof fetch {
  let created: Promise<Fetch> | undefined;
  const call: Fetch = async (input, init) => (await (created ??= createFetch(isAllowed)))(input, init);
  return call as unknown as typeof fetch;
}

/** `fetch` that can only reach the public internet. */
export const publicFetch = restrictedFetch(isPublicAddress);

/** Loads undici on first use, because most installations never need it. */
async function createFetch(isAllowed: AddressCheck): Promise<Fetch> {
  const { Agent, buildConnector, fetch } = await import('undici');
  const connectByName = buildConnector({ lookup: checkedLookup(isAllowed) });
  // Names are checked in the lookup for the connection itself. IP addresses are never looked up.
  const connect: buildConnector.connector = (options, callback) => {
    const host = lookupName(options.hostname);
    if (isIP(host) !== 0 && !isAllowed(host)) callback(new PrivateAddressError(), null);
    else connectByName(options, callback);
  };
  const dispatcher = new Agent({ connect });
  return (input, init) => fetch(input, { ...init, dispatcher });
}

/**
 * Host of a URL in the form to look up: without IPv6 brackets and without a trailing dot, which resolves to the same host but which
 * hosts files may not contain.
 */
export function lookupName(hostname: string): string {
  return hostname.replace(/^\[|\]$|\.$/g, '');
}

/** Rejects a name if any of its addresses is not allowed, because the system chooses which one to connect to. */
function checkedLookup(isAllowed: AddressCheck): LookupFunction {
  return (hostname, options, callback) => {
    lookup(lookupName(hostname), { ...options, all: true }, (error, found) => {
      if (error) return callback(error, []);
      if (!found.every(({ address }) => isAllowed(address))) return callback(new PrivateAddressError(), []);
      if (options.all) return callback(null, found);
      const [first] = found;
      callback(null, first?.address ?? '', first?.family);
    });
  };
}
