/** A blockchain whose wallets people may sign in with. */
export const CHAINS = ['ethereum', 'solana'] as const;
export type Chain = (typeof CHAINS)[number];

/** What the owner of a wallet signed, in the form of EIP-4361 or its like for Solana. */
export interface WalletMessage {
  chain: Chain;
  /** Where the wallet showed the message: host, with the port if it has one. */
  domain: string;
  address: string;
  statement: string | undefined;
  uri: string;
  version: string;
  /** Of Ethereum a number, of Solana a name. */
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
 * Reads a message line by line; a text describing what is wrong with it for whatever is not exactly of the form. Each field stands
 * once, so that two readers of one message cannot find different things in it; wallets differ in their order.
 */
export function parseWalletMessage(chain: Chain, message: string): WalletMessage | string {
  const lines = message.split('\n');
  const opening = ` wants you to sign in with your ${NAMES[chain]} account:`;
  const [greeting = '', address = '', ...others] = lines;
  if (!greeting.endsWith(opening)) return 'message does not start as it should';
  const domain = greeting.slice(0, -opening.length).replace(/^https?:\/\//, '');
  if (!DOMAIN.test(domain)) return 'domain is not valid';
  if (!ADDRESSES[chain].test(address)) return 'wallet address is not in the correct format';
  const body = readBody(others);
  if (typeof body === 'string') return body;
  const { statement, fields } = body;
  return withTimes(fields, {
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

/** An empty line, perhaps a statement (or nothing in its place) and another empty line, the fields, and perhaps resources. */
function readBody(
  lines: readonly string[],
): { statement: string | undefined; fields: Map<string, string> } | string {
  const [empty, first, second, ...others] = lines;
  if (empty !== '' || first === undefined || second === undefined) return 'fields are missing';
  const withStatement = first !== '' && second === '';
  const fields = readFields(
    withStatement ? others : first === '' ? [second, ...others] : [first, second, ...others],
  );
  return typeof fields === 'string' ? fields : { statement: withStatement ? first : undefined, fields };
}

function readFields(lines: readonly string[]): Map<string, string> | string {
  const fields = new Map<string, string>();
  for (const [index, line] of lines.entries()) {
    if (RESOURCES.test(line))
      return readsAsResources(lines.slice(index + 1)) ? fields : 'resources are not valid';
    const [, name, value] = FIELD.exec(line) ?? [];
    if (name === undefined || value === undefined) return 'a line is not in the correct format';
    if (fields.has(name)) return `${name} stands there twice`;
    fields.set(name, value);
  }
  return fields;
}

function readsAsResources(lines: readonly string[]): boolean {
  return lines.every((line) => line.startsWith('- ') && URL.canParse(line.slice(2)));
}

function withTimes(
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
  const timeOf = (text: string | undefined): Date | undefined =>
    text === undefined ? undefined : new Date(text);
  return { ...message, issuedAt: new Date(issued), expiresAt: timeOf(expires), notBefore: timeOf(starts) };
}

function isTime(text: string): boolean {
  return TIME.test(text) && !Number.isNaN(new Date(text).getTime());
}

const LIFE_SECONDS = 600;
/** Clocks of phones and computers differ a little. */
const TOLERANCE_SECONDS = 60;

/** Why a message does not count at this moment; undefined when it does. Times are those that the signer's own device wrote. */
export function validityError({ issuedAt, expiresAt, notBefore }: WalletMessage, now: Date): string | undefined {
  const age = (now.getTime() - issuedAt.getTime()) / 1000;
  if (age > LIFE_SECONDS) return 'message was issued too long ago';
  if (age < -TOLERANCE_SECONDS) return 'message was issued in the future';
  if (expiresAt && expiresAt <= now) return 'message is expired';
  if (notBefore && notBefore > now) return 'message is not valid yet';
  return undefined;
}

/** After this time the message is stale whatever it says of itself. */
export function purgeableAt({ issuedAt }: WalletMessage): Date {
  return new Date(issuedAt.getTime() + (LIFE_SECONDS + TOLERANCE_SECONDS) * 1000);
}
