import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { fromBuffer, type Entry, type Options, type ZipFile } from 'yauzl';

const open = promisify<Buffer, Options, ZipFile>(fromBuffer);

/** Text of each file in an archive, by path. */
export async function unzip(archive: Buffer): Promise<Record<string, string>> {
  const zip = await open(archive, { autoClose: false });
  const entries = await new Promise<Entry[]>((resolve, reject) => {
    const found: Entry[] = [];
    zip.on('entry', (entry: Entry) => found.push(entry));
    zip.on('end', () => resolve(found)).on('error', reject);
  });
  const openStream = promisify(zip.openReadStream.bind(zip)) as (
    entry: Entry,
  ) => Promise<NodeJS.ReadableStream>;
  const contents = entries.map(async (entry) => [entry.fileName, await text(await openStream(entry))]);
  return Object.fromEntries(await Promise.all(contents)) as Record<string, string>;
}
