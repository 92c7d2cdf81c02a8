import { Readable } from 'node:stream';
import { SystemClock } from '../../../platform/clock.js';
import type { PersonalData } from '../../../platform/personal-data/personal-data.js';
import { ExportArchive } from './export-archive.js';

const FILES = 50;
const BYTES = 1_000_000;

describe('the archive of a data export', () => {
  it('is built while it is read, one file at a time', async () => {
    let opened = 0;
    const personalData = {
      async *export() {
        for (; opened < FILES; opened += 1)
          yield { path: `files/${opened}.zip`, content: Readable.from([Buffer.alloc(BYTES)]) };
      },
    };
    const archive = new ExportArchive(personalData as unknown as PersonalData, new SystemClock());
    let size = 0;
    for await (const chunk of archive.build({ userId: '1', email: null, until: new Date() })) {
      size += chunk.length;
      // One is being read, and another one is in the buffers between file, archive and reader.
      expect(opened).toBeLessThanOrEqual(Math.floor(size / BYTES) + 2);
    }
    expect(opened).toBe(FILES);
    expect(size).toBeGreaterThan(FILES * BYTES);
  });
});
