import PostalMime, { decodeWords } from 'postal-mime';

/** An email as received: the SMTP envelope and the raw bytes, one character per byte (Latin-1). */
export interface StoredMessage {
  id: string;
  receivedAt: string;
  envelope: { from: string; to: string[] };
  raw: string;
}

/** A list entry. Read from the headers only, to stay cheap when thousands of emails arrive. */
export interface MessageSummary {
  id: string;
  receivedAt: string;
  messageId: string | null;
  from: string;
  to: string[];
  subject: string;
}

export interface MessageDetail extends MessageSummary {
  envelope: StoredMessage['envelope'];
  headers: { name: string; value: string }[];
  text: string;
  html: string | null;
  /** Every unique http(s) URL in the email, in order. */
  links: string[];
}

export function summarize(message: StoredMessage): MessageSummary {
  const headers = readHeaders(message.raw);
  return {
    id: message.id,
    receivedAt: message.receivedAt,
    messageId: headers.get('message-id') ?? null,
    from: decode(headers.get('from') ?? message.envelope.from),
    to: message.envelope.to,
    subject: decode(headers.get('subject') ?? ''),
  };
}

export async function readDetail(message: StoredMessage): Promise<MessageDetail> {
  const parsed = await PostalMime.parse(Buffer.from(message.raw, 'latin1'));
  const html = parsed.html ?? null;
  const text = parsed.text ?? '';
  return {
    ...summarize(message),
    envelope: message.envelope,
    headers: parsed.headers.map(({ originalKey, value }) => ({ name: originalKey, value })),
    text,
    html,
    links: findLinks(html, text),
  };
}

/** Unfolded headers by lowercase name. The first value of a repeated header wins. */
function readHeaders(raw: string): Map<string, string> {
  const end = raw.search(/\r?\n\r?\n/);
  const block = (end === -1 ? raw : raw.slice(0, end)).replace(/\r?\n[ \t]+/g, ' ');
  const headers = new Map<string, string>();
  for (const line of block.split(/\r?\n/)) {
    const colon = line.indexOf(':');
    const name = line.slice(0, colon).toLowerCase();
    if (colon > 0 && !headers.has(name)) headers.set(name, line.slice(colon + 1).trim());
  }
  return headers;
}

/** Header values are encoded words or raw UTF-8 (SMTPUTF8). */
function decode(value: string): string {
  return decodeWords(Buffer.from(value, 'latin1').toString('utf8'));
}

function findLinks(html: string | null, text: string): string[] {
  const inHtml = [...(html ?? '').matchAll(/\bhref\s*=\s*(?:"([^"]*)"|'([^']*)')/gi)].map(
    ([, double, single]) => decodeEntities(double ?? single ?? ''),
  );
  const inText = [...text.matchAll(/https?:\/\/[^\s<>"')\]]+/g)].map(([link]) =>
    link.replace(/[.,;:!?]+$/, ''),
  );
  return [...new Set([...inHtml.filter((link) => /^https?:\/\//i.test(link)), ...inText])];
}

function decodeEntities(value: string): string {
  return value
    .replace(/&#x([0-9a-f]+);/gi, (_, hex: string) => String.fromCodePoint(Number.parseInt(hex, 16)))
    .replace(/&#(\d+);/g, (_, decimal: string) => String.fromCodePoint(Number(decimal)))
    .replace(/&quot;/g, '"')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&amp;/g, '&');
}
