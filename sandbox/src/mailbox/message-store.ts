import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { randomBytes } from 'node:crypto';
import { summarize, type MessageSummary, type StoredMessage } from './message.ts';

interface Entry {
  message: StoredMessage;
  summary: MessageSummary;
}

export interface MessageQuery {
  /** Envelope recipient: exact match, case-insensitive. */
  to?: string;
  /** Substring of the subject, case-insensitive. */
  subject?: string;
  limit: number;
}

/**
 * Emails in order of arrival. Identical emails are never merged, so duplicates are visible.
 * With a folder, an email is on disk before it is acknowledged, and survives a restart.
 */
export class MessageStore {
  private readonly entries = new Map<string, Entry>();
  private readonly folder: string | null;
  private sequence = 0;

  constructor(dataDir: string | null) {
    this.folder = dataDir === null ? null : join(dataDir, 'messages');
    if (this.folder !== null) this.load(this.folder);
  }

  /** Resolves once the email is durable. */
  async add(envelope: StoredMessage['envelope'], raw: string): Promise<StoredMessage> {
    const receivedAt = new Date().toISOString();
    const message: StoredMessage = { id: this.nextId(), receivedAt, envelope, raw };
    if (this.folder !== null)
      await writeAtomically(this.filePath(this.folder, message.id), JSON.stringify(message));
    this.entries.set(message.id, { message, summary: summarize(message) });
    return message;
  }

  /** Newest first. */
  list({ to, subject, limit }: MessageQuery): { messages: MessageSummary[]; total: number } {
    const recipient = to?.toLowerCase();
    const subjectPart = subject?.toLowerCase();
    const matching = [...this.entries.values()]
      .map(({ summary }) => summary)
      .filter((summary) => !recipient || summary.to.some((address) => address.toLowerCase() === recipient))
      .filter((summary) => !subjectPart || summary.subject.toLowerCase().includes(subjectPart));
    return { messages: matching.reverse().slice(0, limit), total: matching.length };
  }

  find(id: string): StoredMessage | undefined {
    return this.entries.get(id)?.message;
  }

  async clear(): Promise<void> {
    const ids = [...this.entries.keys()];
    this.entries.clear();
    const { folder } = this;
    if (folder !== null) await Promise.all(ids.map((id) => rm(this.filePath(folder, id), { force: true })));
  }

  private load(folder: string): void {
    mkdirSync(folder, { recursive: true });
    const files = readdirSync(folder).filter((name) => name.endsWith('.json'));
    for (const name of files.sort()) {
      const message = JSON.parse(readFileSync(join(folder, name), 'utf8')) as StoredMessage;
      this.entries.set(message.id, { message, summary: summarize(message) });
    }
  }

  /** Sorts by time, then by order of arrival. */
  private nextId(): string {
    this.sequence = (this.sequence + 1) % 0x1000000;
    const time = Date.now().toString(16).padStart(12, '0');
    return `${time}${this.sequence.toString(16).padStart(6, '0')}${randomBytes(3).toString('hex')}`;
  }

  private filePath(folder: string, id: string): string {
    return join(folder, `${id}.json`);
  }
}

/** Writes to a temporary file and renames it, so that a partial file is never read. */
async function writeAtomically(file: string, content: string): Promise<void> {
  await writeFile(`${file}.part`, content);
  await rename(`${file}.part`, file);
}
