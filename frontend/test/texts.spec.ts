import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const SOURCE = join(import.meta.dirname, '../src');

describe('texts', () => {
  it('use the straight apostrophe, as server messages do', () => {
    const files = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' }).filter((file) =>
      /\.tsx?$/.test(file),
    );
    expect(files.length).toBeGreaterThan(100);
    expect(files.filter((file) => readFileSync(join(SOURCE, file), 'utf8').includes('’'))).toEqual([]);
  });
});
