import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const REPOSITORY = join(import.meta.dirname, '../../..');

/** What the privacy policy says is stored until a certain time: the first column of its table. */
export function retentionPromises(): string[] {
  const text = readFileSync(join(REPOSITORY, 'frontend/src/content/legal/privacy.ts'), 'utf8');
  const table = text.slice(text.indexOf("caption: 'How long data is stored'"));
  const rows = table.slice(table.indexOf('rows: ['), table.indexOf('],\n            },'));
  return [...rows.matchAll(/\[\s*'((?:[^'\\]|\\.)+)',/g)].map(([, what]) => what!);
}

/** Seconds that the counters of rate limits last, anywhere in the backend. Throws for one that this can't determine. */
export function rateLimitSeconds(): number[] {
  return globSync('backend/src/**/*.ts', { cwd: REPOSITORY }).flatMap((file) => {
    const source = readFileSync(join(REPOSITORY, file), 'utf8');
    return [...source.matchAll(/\bpoints(?:: [^,]+)?,\s*seconds: ([^,}]+?),?\s*}/g)].map(([, seconds]) =>
      evaluateSeconds(seconds!, source, file),
    );
  });
}

/** A product of numbers, and of constants of this file. */
function evaluateSeconds(expression: string, source: string, file: string): number {
  return expression.split('*').reduce((product, factor) => {
    const name = factor.trim();
    if (/^[\d_]+$/.test(name)) return product * Number(name.replaceAll('_', ''));
    const constant = new RegExp(`const ${name} = ([^;]+);`).exec(source)?.[1];
    if (!constant) throw new Error(`${file}: can't determine how long a counter with "${expression}" lasts.`);
    return product * evaluateSeconds(constant, source, file);
  }, 1);
}
