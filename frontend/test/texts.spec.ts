import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { TERMS_VERSION } from '@subscription-site/shared/brand';
import { ERROR_CODES } from '@subscription-site/shared/errors';
import { ARTICLES } from '../src/content/articles/catalog';
import { CONTENT as EVOLUTION } from '../src/content/articles/saas-evolution';
import { CONTENT as SPENDING } from '../src/content/articles/saas-spending-startups';
import { CONTENT as MANAGEMENT } from '../src/content/articles/smart-saas-management';
import { privacy } from '../src/content/legal/privacy';
import { terms } from '../src/content/legal/terms';
import { ApiError } from '../src/lib/api/api-error';
import { errorMessage } from '../src/lib/api/messages';
import { publicPages } from '../src/prerender/public-pages';

const SOURCE = join(import.meta.dirname, '../src');

const sourceFiles = () =>
  readdirSync(SOURCE, { recursive: true, encoding: 'utf8' }).filter((file) => /\.tsx?$/.test(file));
const filesWith = (text: RegExp) =>
  sourceFiles().filter((file) => text.test(readFileSync(join(SOURCE, file), 'utf8')));
/** Without comments. */
const readLines = (files: string[]) =>
  files
    .flatMap((file) => readFileSync(join(SOURCE, file), 'utf8').split('\n'))
    .filter((line) => !/^\s*(\/\/|\/?\*)/.test(line));

describe('texts', () => {
  it('use typographic apostrophes, except those of the specification', () => {
    expect(sourceFiles().length).toBeGreaterThan(100);
    const specified = [
      "You're all set!",
      "You've successfully signed in.",
      "The article you're looking for doesn't exist.",
    ];
    const straight = readLines(sourceFiles())
      .map((line) =>
        specified.reduce((text, known) => text.replace(known, ''), line.replaceAll('&apos;', "'")),
      )
      .filter((line) => /\p{L}'\p{L}/u.test(line));
    expect(straight).toEqual([]);
  });

  it('do not claim that a newer email voids the links of earlier ones', () => {
    expect(filesWith(/(most recent|latest|newest) (links?|emails?)/i)).toEqual([]);
  });
});

describe('the articles', () => {
  const CONTENTS = {
    'saas-spending-startups': SPENDING,
    'saas-evolution': EVOLUTION,
    'smart-saas-management': MANAGEMENT,
  };

  it('are the three specified ones', () => {
    expect(ARTICLES.map(({ id, category }) => [id, category])).toEqual([
      ['saas-spending-startups', 'Cost Management'],
      ['saas-evolution', 'Industry Trends'],
      ['smart-saas-management', 'Best Practices'],
    ]);
  });

  it.each(ARTICLES)('$id has its own page, and is as long as its reading time says', (article) => {
    const { id, title, description, readTime } = article;
    expect(publicPages().find(({ path }) => path === `/blog/${id}`)).toMatchObject({ title, description });
    const words = CONTENTS[id].split(/\s+/).length;
    expect(words).toBeGreaterThanOrEqual(900);
    expect(words).toBeLessThanOrEqual(1400);
    expect(readTime).toBe(`${Math.round(words / 200)} min read`);
  });
});

describe('the error messages', () => {
  const error = (code: string, message: string) => new ApiError({ code, status: 400, message });

  it.each(Object.keys(ERROR_CODES))('have one for %s', (code) => {
    const sentence = errorMessage(error(code, 'What the server said.'));
    expect(sentence).toMatch(/^[A-Z].*\.$/);
    expect(sentence).not.toContain(code);
  });

  it('fall back to the server’s message for unknown codes and are never empty', () => {
    expect(errorMessage(error('brand_new', 'A new rule.'))).toBe('A new rule.');
    expect(errorMessage(error('brand_new', ''))).toBe('An unexpected error occurred. Please try again.');
    expect(errorMessage(new TypeError('x is undefined'))).toBe(
      'An unexpected error occurred. Please try again.',
    );
  });
});

/** Hashes of the wordings by version. Add a line for a new version, and never change the others. */
const WORDINGS: Record<string, string> = {
  '2026-11-23': '8100c1be3420f316',
  '2026-11-24': '3353d90a36b404a5',
  '2026-11-25': '4c679eeae7d06abd',
};

describe('the terms and the privacy policy', () => {
  it('have a new version whenever their wording changes', () => {
    const facts = { productName: 'P', supportEmail: 'E', company: 'C', companyAddress: 'A' };
    // The typography is not part of the wording.
    const wording = JSON.stringify([terms(facts), privacy(facts)]).replaceAll('’', "'");
    const hash = createHash('sha256').update(wording).digest('hex').slice(0, 16);
    expect(new Set(Object.values(WORDINGS)).size).toBe(Object.keys(WORDINGS).length);
    expect({ [TERMS_VERSION]: hash }).toEqual({
      [Object.keys(WORDINGS).at(-1)!]: Object.values(WORDINGS).at(-1),
    });
  });
});
