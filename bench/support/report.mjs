import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../scripts/machine/settings.mjs';

const HEADINGS = ['figure', 'must reach', 'measured', 'beside it, in the same run', 'ratio', ''];
const FILE = join(root, 'docs', 'benchmarks.md');

/** "reached", or "not reached: why" as far as the figure can tell. */
export function verdict({ reached, why }) {
  if (reached) return 'reached';
  return why ? `not reached: ${why}` : 'not reached';
}

const SITE_HEADING = '# The public pages';

/** Writes the table of a whole run; that of the public pages stays. `machine` is what it ran on. */
export function writeReport({ rows, machine, referenceMs, minutes }) {
  const text = [
    '# Benchmarks',
    '',
    'Written by `npm run bench` (with `-- --cold` also the first start of a fresh clone; `-- --only <name>` shows one figure',
    'and writes nothing). One run on the embedded parts, with throw-away data and without rate limits. Every figure stands',
    'beside its baseline, a process that does only what cannot be left out, or beside its peer, measured in turns with it: on a',
    'shared machine absolute figures drift, ratios hold.',
    '',
    ...table({ rows, machine, referenceMs, minutes }),
  ];
  return write({ product: text.join('\n'), site: written().site });
}

/** Writes the table of a whole run over the public pages; that of the product stays. */
export function writeSiteReport({ rows, machine, referenceMs, minutes }) {
  const text = [
    SITE_HEADING,
    '',
    'Written by `npm run bench:site` (`-- --only <name>` shows one figure and writes nothing). Lighthouse with its own phone and',
    'slow line (four times slower processor, 1.6 Mbit/s, 150 ms), the median of five runs of each page; runs in which the machine',
    'was busy with something else are left out. Weights are bytes on the wire, in gzip.',
    '',
    ...table({ rows, machine, referenceMs, minutes }),
  ];
  return write({ product: written().product, site: text.join('\n') });
}

/** What the file holds now, by its two parts. */
function written() {
  const text = existsSync(FILE) ? readFileSync(FILE, 'utf8') : '# Benchmarks\n';
  const at = text.indexOf(`\n${SITE_HEADING}\n`);
  return at < 0 ? { product: text, site: '' } : { product: text.slice(0, at), site: text.slice(at + 1) };
}

function write({ product, site }) {
  writeFileSync(FILE, `${[product.trimEnd(), site.trimEnd()].filter(Boolean).join('\n\n')}\n`);
  return FILE;
}

function table({ rows, machine, referenceMs, minutes }) {
  const facts = {
    Date: new Date().toISOString().slice(0, 10),
    ...machine,
    'Reference loop': `${Math.round(referenceMs)} ms for 400,000 chained SHA-256 in one thread; compare runs of different machines by it`,
    Took: `${minutes} min`,
  };
  return [
    ...Object.entries(facts).map(([name, value]) => `- ${name}: ${value}`),
    '',
    row(HEADINGS),
    row(HEADINGS.map(() => '---')),
    ...rows.map((each) =>
      row([
        each.metric,
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
    ...told.map(({ metric, why, reached }) => `- ${metric}${reached ? '' : ' (**not reached**)'}: ${why}`),
  ];
}
