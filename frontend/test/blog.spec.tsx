import { jest } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { ARTICLES } from '../src/content/articles/catalog';
import { CONTENT as EVOLUTION } from '../src/content/articles/saas-evolution';
import { CONTENT as SPENDING } from '../src/content/articles/saas-spending-startups';
import { CONTENT as MANAGEMENT } from '../src/content/articles/smart-saas-management';
import { publicPages } from '../src/prerender/public-pages';
import { currentPath, findToast, toastTitles, visit } from './support/site';

const CONTENTS = {
  'saas-spending-startups': SPENDING,
  'saas-evolution': EVOLUTION,
  'smart-saas-management': MANAGEMENT,
};
const [SPENDING_ENTRY] = ARTICLES;
const TITLE = SPENDING_ENTRY!.title;
const LINK = 'http://localhost/blog/saas-spending-startups';

describe('the articles', () => {
  it('are the three specified ones', () => {
    expect(ARTICLES.map(({ id, category }) => [id, category])).toEqual([
      ['saas-spending-startups', 'Cost Management'],
      ['saas-evolution', 'Industry Trends'],
      ['smart-saas-management', 'Best Practices'],
    ]);
  });

  it.each(ARTICLES)('$id has its own page and title', ({ id, title, description }) => {
    expect(publicPages().find(({ path }) => path === `/blog/${id}`)).toMatchObject({ title, description });
  });

  it.each(ARTICLES)('$id is as long as its reading time says', ({ id, readTime }) => {
    const words = CONTENTS[id].split(/\s+/).length;
    expect(words).toBeGreaterThanOrEqual(900);
    expect(words).toBeLessThanOrEqual(1400);
    expect(readTime).toBe(`${Math.round(words / 200)} min read`);
  });
});

describe('/blogs', () => {
  it('has a card with category, short date, and read time for each article', async () => {
    const { keyboard } = visit('/blogs');
    const card = within(await screen.findByRole('article', { name: TITLE }));
    for (const text of ['Cost Management', 'Nov 10, 2026', SPENDING_ENTRY!.excerpt])
      expect(card.getByText(text)).toBeVisible();
    expect(card.getByText(/6 min read/)).toBeVisible();
    expect(screen.getAllByRole('article')).toHaveLength(3);
    await keyboard.click(card.getByRole('link', { name: 'Read Article' }));
    await waitFor(() => expect(currentPath()).toBe('/blog/saas-spending-startups'));
    expect(await screen.findByRole('heading', { level: 1, name: TITLE })).toBeVisible();
  });
});

describe('/blog/{id}', () => {
  it('shows the article with its long date, headings, and paragraphs', async () => {
    visit('/blog/saas-spending-startups');
    expect(await screen.findByRole('heading', { level: 1, name: TITLE })).toBeVisible();
    expect(screen.getByText('November 10, 2026')).toBeVisible();
    expect(
      screen.getByRole('heading', { level: 2, name: 'Four leaks, and none of them is the price' }),
    ).toBeVisible();
    expect(screen.getByText(/there is no pause\.$/)).toBeVisible();
    expect(screen.queryByText(/\*\*/)).toBeNull();
    expect(screen.getByRole('link', { name: 'Back to Blog' })).toHaveAttribute('href', '/blogs');
  });

  it('links to the free trial with the marker', async () => {
    const { keyboard } = visit('/blog/saas-evolution');
    await keyboard.click(await screen.findByRole('link', { name: 'Start Free Trial' }));
    expect(await screen.findByRole('heading', { name: 'Start Your Free Trial' })).toBeVisible();
    expect(currentPath()).toBe('/auth?from=free-trial');
  });

  it.each(['/blog/nothing-here', '/blog/saas-evolution-2'])('%s is not an article', async (path) => {
    const { keyboard } = visit(path);
    expect(await screen.findByRole('heading', { level: 1, name: 'Article Not Found' })).toBeVisible();
    expect(screen.getByText("The article you're looking for doesn't exist.")).toBeVisible();
    await keyboard.click(screen.getByRole('link', { name: 'Back to Blog' }));
    await waitFor(() => expect(currentPath()).toBe('/blogs'));
  });
});

describe('sharing an article', () => {
  afterEach(() => {
    Reflect.deleteProperty(navigator, 'share');
  });

  const pressShare = async () => {
    const { keyboard } = visit('/blog/saas-spending-startups?from=mail#part');
    await keyboard.click(await screen.findByRole('button', { name: 'Share' }));
  };
  const mockShareSheet = (respond: () => Promise<void>) => {
    const share = jest.fn<(data: ShareData) => Promise<void>>(respond);
    Object.defineProperty(navigator, 'share', { value: share, configurable: true });
    return share;
  };

  it('opens the system’s share sheet', async () => {
    const share = mockShareSheet(() => Promise.resolve());
    await pressShare();
    expect(share).toHaveBeenCalledWith({ title: TITLE, url: LINK });
    expect(toastTitles()).toEqual([]);
  });

  it('shows nothing when the share sheet is dismissed', async () => {
    const share = mockShareSheet(() => Promise.reject(new DOMException('', 'AbortError')));
    await pressShare();
    await waitFor(() => expect(share).toHaveBeenCalled());
    expect(toastTitles()).toEqual([]);
  });

  it.each([
    ['without a sheet', () => undefined],
    ['when the sheet fails', () => mockShareSheet(() => Promise.reject(new DOMException('', 'DataError')))],
  ])('copies the link %s', async (_when, prepare) => {
    prepare();
    await pressShare();
    await findToast('Link copied');
    expect(await navigator.clipboard.readText()).toBe(LINK);
  });

  it('shows the link when copying fails', async () => {
    const { keyboard } = visit('/blog/saas-spending-startups');
    jest.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new DOMException('', 'NotAllowedError'));
    await keyboard.click(await screen.findByRole('button', { name: 'Share' }));
    expect(await findToast('The link couldn’t be copied')).toContain(LINK);
  });
});
