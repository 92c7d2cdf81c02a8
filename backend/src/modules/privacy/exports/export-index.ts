import { escapeHtml } from '@subscription-site/shared/html';
import type { ExportedRecords } from '../../../platform/personal-data/personal-data.js';
import type { PersonalDataRecord } from '../../../platform/personal-data/personal-data.port.js';

/** More are only in `data.json`, so that the page stays readable. */
const MAX_ROWS = 200;
const MAX_FILES = 500;
const MAX_TEXT_LENGTH = 500;
/** Ending of the columns with amounts. */
const CENTS = /Cents$/;

const STYLE = `
:root{color-scheme:light dark}
body{max-width:60rem;margin:0 auto;padding:2rem 1rem;font:1rem/1.5 system-ui,sans-serif;color:#15171c;background:#fff}
a{color:#0b4fb3}
h2{margin-top:3rem;border-bottom:2px solid}
.rows{overflow-x:auto}
table{border-collapse:collapse;font-size:.875rem}
caption{text-align:left;font-weight:bold;padding:1rem 0 .5rem}
th,td{text-align:left;vertical-align:top;padding:.375rem .75rem .375rem 0;border-top:1px solid #b5b5b0;min-width:8rem;max-width:24rem;overflow-wrap:break-word;white-space:pre-wrap}
li{overflow-wrap:anywhere}
@media(prefers-color-scheme:dark){body{color:#f2f2ee;background:#15171c}a{color:#9cc4ff}th,td{border-color:#55585f}}
`;

/** Paths of the files in an export; only the first are listed. */
export class ExportedFiles {
  readonly listed: string[] = [];
  count = 0;

  add(path: string): void {
    this.count += 1;
    if (this.listed.length < MAX_FILES) this.listed.push(path);
  }
}

/** The text of `index.html`: the data of an export for people, in one page without scripts. */
export async function* exportIndex(
  exportedAt: Date,
  records: ExportedRecords,
  files: ExportedFiles,
): AsyncGenerator<string> {
  const sections = Object.keys(records);
  yield `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Your data</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>Your data</h1>
<p>This is everything we stored about you on ${time(exportedAt)}. Your files are in the folders beside this page. <a href="data.json">data.json</a> has the same data for programs, complete and unabridged.</p>
<nav aria-label="Contents"><ul>
${sections.map((id) => `<li><a href="#${escapeHtml(id)}">${heading(id)}</a></li>`).join('\n')}
<li><a href="#all-files">All files</a></li>
</ul></nav>
`;
  for (const [section, tables] of Object.entries(records)) {
    yield `<section aria-labelledby="${escapeHtml(section)}">\n<h2 id="${escapeHtml(section)}">${heading(section)}</h2>\n`;
    const empty: string[] = [];
    for (const [name, rows] of Object.entries(tables)) {
      const { first, hasMore } = await takeFirst(rows);
      if (first.length === 0) empty.push(heading(name));
      else yield table(name, first, hasMore);
    }
    if (empty.length > 0) yield `<p>Nothing stored: ${empty.join(', ')}.</p>\n`;
    yield '</section>\n';
  }
  yield fileList(files);
  yield '</main>\n</body>\n</html>\n';
}

async function takeFirst(rows: AsyncIterable<PersonalDataRecord>) {
  const first: PersonalDataRecord[] = [];
  for await (const row of rows) {
    if (first.length === MAX_ROWS) return { first, hasMore: true };
    first.push(row);
  }
  return { first, hasMore: false };
}

/** Without columns that are empty in every row. */
function table(name: string, rows: PersonalDataRecord[], hasMore: boolean): string {
  const columns = Object.keys(rows[0]!).filter((column) => rows.some((row) => !isEmpty(row[column])));
  const head = columns.map((column) => `<th scope="col">${heading(column.replace(CENTS, ''))}</th>`).join('');
  const body = rows
    .map((row) => `<tr>${columns.map((column) => `<td>${cell(row[column], column)}</td>`).join('')}</tr>`)
    .join('\n');
  const more = hasMore ? `<p>These are the first ${MAX_ROWS}. The others are in data.json.</p>\n` : '';
  return `<div class="rows" role="group" aria-label="${heading(name)}" tabindex="0"><table><caption>${heading(name)}</caption>
<thead><tr>${head}</tr></thead>
<tbody>
${body}
</tbody></table></div>
${more}`;
}

function fileList({ listed, count }: ExportedFiles): string {
  const items = listed.map((path) => {
    const url = path.split('/').map(encodeURIComponent).join('/');
    return `<li><a href="./${escapeHtml(url)}">${escapeHtml(path)}</a></li>`;
  });
  const more = count > listed.length ? `<p>There are ${count - listed.length} more.</p>` : '';
  const list = count > 0 ? `<ul>\n${items.join('\n')}\n</ul>${more}` : '<p>None.</p>';
  return `<section aria-labelledby="all-files">\n<h2 id="all-files">All files</h2>\n${list}\n</section>\n`;
}

function cell(value: unknown, column: string): string {
  if (isEmpty(value)) return '–';
  if (CENTS.test(column) && typeof value === 'number') return (value / 100).toFixed(2);
  if (value instanceof Date) return time(value);
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  const text = typeof value === 'string' ? value : JSON.stringify(value, null, 1);
  return text.length > MAX_TEXT_LENGTH
    ? `${escapeHtml(text.slice(0, MAX_TEXT_LENGTH).toWellFormed())} … (continued in data.json)`
    : escapeHtml(text);
}

const isEmpty = (value: unknown): boolean => value === null || value === undefined || value === '';

const TIME = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });

function time(at: Date): string {
  return `<time datetime="${at.toISOString()}">${TIME.format(at)} UTC</time>`;
}

/** `payment_methods` and `paymentMethods` → `Payment methods`. */
function heading(name: string): string {
  const words = name
    .replaceAll(/[_-]/g, ' ')
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase();
  return escapeHtml(words.charAt(0).toUpperCase() + words.slice(1));
}
