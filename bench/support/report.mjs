import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../stack/machine/runtime.mjs';

const HEADINGS = ['benchmark', 'target', 'measured', 'baseline, in the same run', 'ratio', ''];
const FILE = join(root, 'docs', 'benchmarks.md');

/** `met`, or `missed` with the reason if known. */
export function verdict({ met, note }) {
  if (met) return 'met';
  return note ? `missed: ${note}` : 'missed';
}

const SITE_HEADING = '# The public pages';

/** Writes the table of a complete run and keeps that of the public pages. `machine` describes where it ran. */
export function writeReport({ rows, machine, referenceMs, minutes }) {
  const text = [
    '# Benchmarks',
    '',
    'Written by `npm run bench` (`-- --cold` also measures the first start of a fresh clone; `-- --only <name>` runs one benchmark',
    'and writes nothing). One run on the embedded services, with temporary data and without rate limits. Each result is shown next',
    'to its baseline: a process that does only the unavoidable work, or a comparable program, measured in alternating rounds. On a',
    'shared machine, absolute numbers drift but ratios hold.',
    '',
    ...table({ rows, machine, referenceMs, minutes }),
  ];
  return write({ product: text.join('\n'), site: currentSections().site });
}

/** Writes the table of a complete run over the public pages and keeps that of the product. */
export function writeSiteReport({ rows, machine, referenceMs, minutes }) {
  const text = [
    SITE_HEADING,
    '',
    'Written by `npm run bench:site` (`-- --only <name>` runs one benchmark and writes nothing). Lighthouse with its default mobile',
    'throttling (4x CPU slowdown, 1.6 Mbit/s, 150 ms); median of five runs per page, excluding runs while the machine was busy with',
    'something else. Weights are bytes on the wire, gzipped.',
    '',
    ...table({ rows, machine, referenceMs, minutes }),
  ];
  return write({ product: currentSections().product, site: text.join('\n') });
}

/** The two sections of the current file. */
function currentSections() {
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
    'Reference loop': `${Math.round(referenceMs)} ms for 400,000 chained SHA-256 in one thread; for comparing runs on different machines`,
    Duration: `${minutes} min`,
  };
  return [
    ...Object.entries(facts).map(([name, value]) => `- ${name}: ${value}`),
    '',
    row(HEADINGS),
    row(HEADINGS.map(() => '---')),
    ...rows.map((each) =>
      row([
        each.metric,
        each.target,
        each.measured,
        each.baseline,
        each.ratio,
        each.met ? '**met**' : '**missed**',
      ]),
    ),
    '',
    ...details(rows),
  ];
}

function row(cells) {
  return `| ${cells.map((cell) => String(cell ?? '').replaceAll('|', '\\|')).join(' | ')} |`;
}

/** Explanations: where CPU time went, and the slowest steps. */
function details(rows) {
  const explained = rows.filter(({ note }) => note);
  if (explained.length === 0) return [];
  return [
    '## Details',
    '',
    'Cores used by each process during the benchmark, and durations of steps.',
    '',
    ...explained.map(({ metric, note, met }) => `- ${metric}${met ? '' : ' (**missed**)'}: ${note}`),
  ];
}
