import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';

/**
 * Writes gzip and Brotli copies of static text files, which the server does not compress itself. Templates
 * are compressed when they are filled in.
 */
export async function compressFiles(folder: string): Promise<void> {
  const files = await readdir(folder, { recursive: true });
  for (const file of files.filter((name) => /\.(js|svg)$/.test(name))) {
    const path = join(folder, file);
    const content = await readFile(path);
    await writeFile(`${path}.gz`, await promisify(gzip)(content, { level: 9 }));
    await writeFile(`${path}.br`, await promisify(brotliCompress)(content));
  }
}
