import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../scripts/machine/settings.mjs';

const HEADINGS = ['figure', 'must reach', 'measured', 'beside it, in the same run', 'ratio', ''];
const FILE = join(root, 'docs', 'benchmarks.md');

/** "reached", or "not reached: why" as far as the figure can tell. */
export function verdict({ reached, why }) {
  if (reached) return 'reached';
  return why ? `not reached: ${why}` : 'not reached';
}

/** Writes the table of a whole run. `machine` is what it ran on. */
export function writeReport({ rows, machine, referenceMs, minutes }) {
  const facts = {
    Date: new Date().toISOString().slice(0, 10),
    ...machine,
    'Reference loop': `${Math.round(referenceMs)} ms for 400,000 chained SHA-256 in one thread; compare runs of different machines by it`,
    Took: `${minutes} min`,
  };
  const text = [
    '# Benchmarks',
    '',
    'Written by `npm run bench` (with `-- --cold` also the first start of a fresh clone; `-- --only <name>` shows one figure',
    'and writes nothing). One run on the embedded parts, with throw-away data and without rate limits. Every figure stands',
    'beside its floor, a process that does only what cannot be left out, or beside its peer, measured in turns with it: on a',
    'shared machine absolute figures drift, ratios hold.',
    '',
    ...Object.entries(facts).map(([name, value]) => `- ${name}: ${value}`),
    '',
    row(HEADINGS),
    row(HEADINGS.map(() => '---')),
    ...rows.map((each) =>
      row([
        each.figure,
        each.must,
        each.measured,
        each.beside,
        each.ratio,
        each.reached ? '**reached**' : '**not reached**',
      ]),
    ),
    '',
    ...explained(rows),
  ];
  writeFileSync(FILE, `${text.join('\n').trimEnd()}\n`);
  return FILE;
}

function row(cells) {
  return `| ${cells.map((cell) => String(cell ?? '').replaceAll('|', '\\|')).join(' | ')} |`;
}

/** What stood behind the figures: where the processors' time went, the slowest steps. */
function explained(rows) {
  const told = rows.filter(({ why }) => why);
  if (told.length === 0) return [];
  return [
    '## Behind the figures',
    '',
    'Cores used by each process while it was measured, and steps where there are several.',
    '',
    ...told.map(({ figure, why, reached }) => `- ${figure}${reached ? '' : ' (**not reached**)'}: ${why}`),
  ];
}
