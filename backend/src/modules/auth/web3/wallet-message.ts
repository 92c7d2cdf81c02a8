/** Blockchains whose wallets can sign in. */
export const CHAINS = ['ethereum', 'solana'] as const;
export type Chain = (typeof CHAINS)[number];

/** Name of the identity provider for all wallets. */
export const PROVIDER = 'web3';

/** A message signed by a wallet: EIP-4361 (Sign-In with Ethereum) or its Solana equivalent. */
export interface WalletMessage {
  chain: Chain;
  /** Host of the page that requested the signature, with the port if present. */
  domain: string;
  address: string;
  statement: string | undefined;
  uri: string;
  version: string;
  /** The chain ID: a number on Ethereum, a name on Solana. */
  network: string | undefined;
  nonce: string | undefined;
  issuedAt: Date;
  expiresAt: Date | undefined;
  notBefore: Date | undefined;
}

const NAMES: Record<Chain, string> = { ethereum: 'Ethereum', solana: 'Solana' };
const ADDRESSES: Record<Chain, RegExp> = {
  ethereum: /^0x[0-9a-fA-F]{40}$/,
  solana: /^[1-9A-HJ-NP-Za-km-z]{32,44}$/,
};
const DOMAIN = /^[A-Za-z0-9.-]{1,253}(:\d{1,5})?$|^\[[0-9a-fA-F:]{2,39}\](:\d{1,5})?$/;
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?(Z|[+-]\d\d:\d\d)$/;
const RESOURCES = /^Resources:?$/;
const FIELD = /^(URI|Version|Chain ID|Nonce|Issued At|Expiration Time|Not Before|Request ID): (\S.*)$/;

/**
 * Parses a message strictly, line by line; returns the reason as text if it is malformed. Duplicate fields are rejected so that two
 * parsers can't interpret one message differently. Fields may come in any order, since wallets differ.
 */
export function parseWalletMessage(chain: Chain, message: string): WalletMessage | string {
  const lines = message.split('\n');
  const opening = ` wants you to sign in with your ${NAMES[chain]} account:`;
  const [greeting = '', address = '', ...others] = lines;
  if (!greeting.endsWith(opening)) return 'message does not start with the expected greeting';
  const domain = greeting.slice(0, -opening.length).replace(/^https?:\/\//, '');
  if (!DOMAIN.test(domain)) return 'domain is not valid';
  if (!ADDRESSES[chain].test(address)) return 'wallet address is not in the correct format';
  const body = parseBody(others);
  if (typeof body === 'string') return body;
  const { statement, fields } = body;
  return withValidatedTimes(fields, {
    chain,
    domain,
    address,
    statement,
    uri: fields.get('URI') ?? '',
    version: fields.get('Version') ?? '',
    network: fields.get('Chain ID'),
    nonce: fields.get('Nonce'),
  });
}

/** An empty line, an optional statement followed by an empty line, the fields, and optional resources. */
function parseBody(
  lines: readonly string[],
): { statement: string | undefined; fields: Map<string, string> } | string {
  const [empty, first, second, ...others] = lines;
  if (empty !== '' || first === undefined || second === undefined) return 'fields are missing';
  const withStatement = first !== '' && second === '';
  const fields = parseFields(
    withStatement ? others : first === '' ? [second, ...others] : [first, second, ...others],
  );
  return typeof fields === 'string' ? fields : { statement: withStatement ? first : undefined, fields };
}

function parseFields(lines: readonly string[]): Map<string, string> | string {
  const fields = new Map<string, string>();
  for (const [index, line] of lines.entries()) {
    if (RESOURCES.test(line))
      return areValidResources(lines.slice(index + 1)) ? fields : 'resources are not valid';
    const [, name, value] = FIELD.exec(line) ?? [];
    if (name === undefined || value === undefined) return 'a line is not in the correct format';
    if (fields.has(name)) return `${name} appears more than once`;
    fields.set(name, value);
  }
  return fields;
}

function areValidResources(lines: readonly string[]): boolean {
  return lines.every((line) => line.startsWith('- ') && URL.canParse(line.slice(2)));
}

function withValidatedTimes(
  fields: ReadonlyMap<string, string>,
  message: Omit<WalletMessage, 'issuedAt' | 'expiresAt' | 'notBefore'>,
): WalletMessage | string {
  if (message.version !== '1') return 'version is not supported';
  const [issued, expires, starts] = ['Issued At', 'Expiration Time', 'Not Before'].map((name) =>
    fields.get(name),
  );
  if (issued === undefined) return 'Issued At is missing';
  if ([issued, expires, starts].some((text) => text !== undefined && !isTime(text)))
    return 'a time is not valid';
  const parseTime = (text: string | undefined): Date | undefined =>
    text === undefined ? undefined : new Date(text);
  return {
    ...message,
    issuedAt: new Date(issued),
    expiresAt: parseTime(expires),
    notBefore: parseTime(starts),
  };
}

function isTime(text: string): boolean {
  return TIME.test(text) && !Number.isNaN(new Date(text).getTime());
}

/** The wallet's subject at {@link PROVIDER}. Ethereum addresses are case-insensitive, Solana addresses are not. */
export function toSubject({ chain, address }: Pick<WalletMessage, 'chain' | 'address'>): string {
  return `${PROVIDER}:${chain}:${chain === 'ethereum' ? address.toLowerCase() : address}`;
}

const MAX_AGE_SECONDS = 600;
/** Allowance for clock skew of the signer's device. */
const CLOCK_SKEW_SECONDS = 60;

/** Why the message is not valid at this time; undefined if it is. Its times were set by the signer's device. */
export function validityError(
  { issuedAt, expiresAt, notBefore }: WalletMessage,
  now: Date,
): string | undefined {
  const age = (now.getTime() - issuedAt.getTime()) / 1000;
  if (age > MAX_AGE_SECONDS) return 'message was issued too long ago';
  if (age < -CLOCK_SKEW_SECONDS) return 'message was issued in the future';
  if (expiresAt && expiresAt <= now) return 'message is expired';
  if (notBefore && notBefore > now) return 'message is not valid yet';
  return undefined;
}

/** When the message expires at the latest, regardless of its own fields. */
export function purgeableAt({ issuedAt }: WalletMessage): Date {
  return new Date(issuedAt.getTime() + (MAX_AGE_SECONDS + CLOCK_SKEW_SECONDS) * 1000);
}

export abstract class WalletSignatures {
  /** Whether the wallet's key signed exactly this text. Always false for Ethereum contract wallets, which have no key. */
  abstract verify(chain: Chain, address: string, message: string, signature: string): Promise<boolean>;
}
