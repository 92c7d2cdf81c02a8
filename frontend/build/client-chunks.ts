import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Manifest } from 'vite';

const ENTRY = 'index.html';

/** URLs of the client build's files. */
export class ClientChunks {
  private constructor(
    private readonly folder: string,
    private readonly manifest: Manifest,
  ) {}

  static async in(folder: string): Promise<ClientChunks> {
    const text = await readFile(join(folder, '.vite/manifest.json'), 'utf8');
    return new ClientChunks(folder, JSON.parse(text) as Manifest);
  }

  /** The entry module of every page. */
  get entry(): string {
    return `/${this.chunk(ENTRY).file}`;
  }

  /** Static imports of the entry. */
  ofEntry(): string[] {
    return this.of(ENTRY).filter((file) => file !== this.entry);
  }

  /** A module and its static imports. */
  of(source: string, seen = new Set<string>()): string[] {
    if (seen.has(source)) return [];
    seen.add(source);
    const { file, imports = [] } = this.chunk(source);
    return [`/${file}`, ...imports.flatMap((each) => this.of(each, seen))];
  }

  /** All styles. Deletes their file, because they are inlined in every page. */
  async takeStyles(): Promise<string> {
    const files = Object.values(this.manifest).filter(({ file }) => file.endsWith('.css'));
    const styles = await Promise.all(files.map(({ file }) => readFile(join(this.folder, file), 'utf8')));
    await Promise.all(files.map(({ file }) => rm(join(this.folder, file))));
    return styles.join('').trim();
  }

  private chunk(source: string) {
    const chunk = this.manifest[source];
    if (!chunk) throw new Error(`There is no chunk of ${source}.`);
    return chunk;
  }
}
