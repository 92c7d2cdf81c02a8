import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const SOURCES = join(import.meta.dirname, '../..');
const BENCHMARKS = join(SOURCES, '../../docs/benchmarks.md');

describe('hot reads that are written as SQL', () => {
  it('name a row of the benchmarks that measures them', () => {
    const rows = readFileSync(BENCHMARKS, 'utf8').matchAll(/^\| (.+?) \|/gm);
    const measured = new Set([...rows].map(([, benchmark]) => benchmark));
    const named = globSync('**/*.queries.ts', { cwd: SOURCES }).flatMap((file) =>
      [...readFileSync(join(SOURCES, file), 'utf8').matchAll(/^ *benchmark: '(.+)',$/gm)].map(
        ([, benchmark]) => benchmark,
      ),
    );
    expect(named.length).toBeGreaterThan(5);
    expect(named.filter((benchmark) => !measured.has(benchmark))).toEqual([]);
  });
});
