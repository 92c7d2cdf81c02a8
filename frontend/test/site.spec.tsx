import { jest } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { ROUTES } from '../src/app/routes';
import { ARTICLES } from '../src/content/articles/catalog';
import { shareArticle } from '../src/features/blog/share-article';
import { button, currentPath, findToast, visit } from './support/site';

const [ARTICLE] = ARTICLES;
const TITLE = ARTICLE!.title;

describe('every page', () => {
  it('has a skip link, and links to existing pages, the app, and pricing in the header and footer', async () => {
    const { user } = visit('/');
    await screen.findByRole('heading', { level: 1 });
    await user.tab();
    expect(screen.getByRole('link', { name: 'Skip to content' })).toHaveFocus();
    const header = within(screen.getByRole('banner'));
    for (const link of within(header.getByRole('navigation', { name: 'Main' })).getAllByRole('link'))
      expect(ROUTES.map(({ path }) => path)).toContain(link.getAttribute('href'));
    const [login] = header.getAllByRole('link', { name: /Login/ });
    expect(login).toHaveAttribute('href', 'http://localhost:3030');
    expect(login).toHaveAttribute('target', '_blank');
    expect(login).toHaveAttribute('rel', 'noopener');
    const footer = within(screen.getByRole('navigation', { name: 'Footer' }));
    for (const [name, paths] of [
      ['Product', ['/features', '/pricing', '/customer-usage']],
      ['Company', ['/manifesto', '/blogs', '/customer-stories']],
      ['Legal', ['/privacy', '/terms', '/cookies', '/gdpr', '/cancel', '/cancel/withdraw']],
    ] as const) {
      const links = within(footer.getByRole('list', { name })).getAllByRole('link');
      expect(links.map((link) => link.getAttribute('href'))).toEqual(paths);
    }
    await user.click(header.getAllByRole('link', { name: 'Get Started' })[0]!);
    await waitFor(() => expect(currentPath()).toBe('/pricing'));
    await waitFor(() => expect(document.title).toBe('Pricing · the product'));
  });

  it.each(['/nowhere', '/pricing/more'])('%s is not found and links home', async (path) => {
    const logged = jest.spyOn(console, 'error');
    const { user } = visit(path);
    expect(await screen.findByRole('heading', { name: 'Oops! Page not found' })).toBeVisible();
    expect(logged).toHaveBeenCalledWith('404:', path);
    await user.click(screen.getByRole('link', { name: 'Return to Home' }));
    await waitFor(() => expect(currentPath()).toBe('/'));
  });
});

describe('the public pages', () => {
  it('/ reads as specified, with a demo: four captioned screens that can be paused', async () => {
    const { user } = visit('/');
    await screen.findByRole('heading', { level: 1, name: 'Built for Small Teams & SMBs' });
    for (const figure of ['2 min', '30%', '100+', '500+', '$2.3M', '99.2%', '4.9/5'])
      expect(screen.getByText(figure)).toBeVisible();
    expect(screen.getByRole('heading', { name: /Six ways/ }).nextElementSibling?.children).toHaveLength(6);
    expect(screen.getAllByText(/^Illustrative example: .*fictional\.$/)).toHaveLength(1);
    const opener = screen.getByRole('button', { name: 'Watch Demo' });
    // Browsers that support it need no script.
    expect(opener).toHaveAttribute('command', 'show-modal');
    expect(document.getElementById(opener.getAttribute('commandfor')!)?.tagName).toBe('DIALOG');
    await user.click(opener);
    const demo = within(screen.getByRole('dialog', { name: 'How it works' }));
    expect(demo.getAllByRole('img')).toHaveLength(4);
    expect(demo.getByText('What needs a look is highlighted')).toBeVisible();
    await user.click(demo.getByRole('checkbox', { name: 'Pause' }));
    expect(demo.getByRole('checkbox', { name: 'Pause' })).toBeChecked();
    await user.click(demo.getByRole('button', { name: 'Close' }));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('/features has a card with an illustration for each feature, and leads to the free trial', async () => {
    const { user } = visit('/features');
    const cards = within(await screen.findByRole('region', { name: 'Features' })).getAllByRole('listitem');
    expect(cards).toHaveLength(6);
    for (const card of cards) {
      expect(within(card).getByRole('heading', { level: 2 })).toBeVisible();
      expect(within(card).getByRole('img')).toHaveAccessibleName(/\.$/);
    }
    await user.click(screen.getAllByRole('link', { name: 'Start Free Trial' })[0]!);
    await waitFor(() => expect(currentPath()).toBe('/auth?from=free-trial'));
  });

  it('/customer-usage has a card with three benefits for each use case, and opens the app in a new tab', async () => {
    visit('/customer-usage');
    await screen.findByRole('heading', { level: 1 });
    for (const name of [
      'Revenue Analytics',
      'Customer Journey Mapping',
      'Growth Metrics',
      'Feature Adoption',
      'Performance Monitoring',
      'Retention Analysis',
    ]) {
      const card = within(screen.getByRole('heading', { level: 2, name }).closest('li')!);
      expect(card.getAllByRole('listitem')).toHaveLength(3);
      expect(card.getByRole('img')).toHaveAccessibleName(/\.$/);
    }
    const start = within(screen.getByRole('main')).getByRole('link', { name: /^Get Started/ });
    expect(start).toHaveAttribute('href', 'http://localhost:3030');
    expect(start).toHaveAttribute('target', '_blank');
    expect(start).toHaveAttribute('rel', 'noopener');
  });

  it('/manifesto states our beliefs, mission, four values, and promise', async () => {
    visit('/manifesto');
    expect(await screen.findByText('What we believe')).toBeVisible();
    expect(screen.getByText('Our mission')).toBeVisible();
    expect(screen.getByText('Our promise')).toBeVisible();
    for (const name of ['Simplicity First', 'Customer Success', 'Continuous Innovation', 'Data Privacy'])
      expect(screen.getByRole('heading', { level: 3, name: new RegExp(name) })).toBeVisible();
  });

  it('/blogs has a card with category, short date, and read time for each article', async () => {
    const { user } = visit('/blogs');
    const card = within(await screen.findByRole('article', { name: TITLE }));
    for (const text of ['Cost Management', 'Nov 10, 2026', ARTICLE!.excerpt])
      expect(card.getByText(text)).toBeVisible();
    expect(card.getByText(/6 min read/)).toBeVisible();
    expect(screen.getAllByRole('article')).toHaveLength(3);
    await user.click(card.getByRole('link', { name: 'Read Article' }));
    expect(await screen.findByRole('heading', { level: 1, name: TITLE })).toBeVisible();
    expect(currentPath()).toBe('/blog/saas-spending-startups');
  });
});

describe('/blog/{id}', () => {
  it('shows the article with its long date, headings, and paragraphs, and leads to the free trial', async () => {
    const { user } = visit('/blog/saas-spending-startups');
    expect(await screen.findByRole('heading', { level: 1, name: TITLE })).toBeVisible();
    expect(screen.getByText('November 10, 2026')).toBeVisible();
    const heading = 'Four leaks, and none of them is the price';
    expect(screen.getByRole('heading', { level: 2, name: heading })).toBeVisible();
    expect(screen.getByText(/there is no pause\.$/)).toBeVisible();
    expect(screen.queryByText(/\*\*/)).toBeNull();
    expect(screen.getByRole('link', { name: 'Back to Blog' })).toHaveAttribute('href', '/blogs');
    await user.click(screen.getByRole('link', { name: 'Start Free Trial' }));
    expect(await screen.findByRole('heading', { name: 'Start Your Free Trial' })).toBeVisible();
    expect(currentPath()).toBe('/auth?from=free-trial');
  });

  it('says that an unknown article was not found', async () => {
    const { user } = visit('/blog/saas-evolution-2');
    expect(await screen.findByRole('heading', { level: 1, name: 'Article Not Found' })).toBeVisible();
    expect(screen.getByText("The article you're looking for doesn't exist.")).toBeVisible();
    await user.click(screen.getByRole('link', { name: 'Back to Blog' }));
    await waitFor(() => expect(currentPath()).toBe('/blogs'));
  });
});

describe('sharing an article', () => {
  const LINK = 'http://localhost/blog/saas-spending-startups';
  const share = jest.fn<(data: ShareData) => Promise<void>>();
  const writeText = jest.fn<(text: string) => Promise<void>>(() => Promise.resolve());
  beforeEach(() => {
    window.history.replaceState(null, '', '/blog/saas-spending-startups?from=mail#part');
    Object.defineProperty(navigator, 'clipboard', { value: { writeText }, configurable: true });
    Object.defineProperty(navigator, 'share', { value: share, configurable: true });
  });
  afterEach(() => Reflect.deleteProperty(navigator, 'share'));

  it('opens the system’s share sheet, and nothing else when that is dismissed', async () => {
    share.mockResolvedValueOnce();
    await shareArticle(TITLE);
    expect(share).toHaveBeenCalledWith({ title: TITLE, url: LINK });
    share.mockRejectedValueOnce(new DOMException('', 'AbortError'));
    await shareArticle(TITLE);
    expect(writeText).not.toHaveBeenCalled();
  });

  it('copies the link when the sheet fails', async () => {
    share.mockRejectedValueOnce(new DOMException('', 'DataError'));
    await shareArticle(TITLE);
    expect(writeText).toHaveBeenCalledWith(LINK);
  });

  it('copies the link without a sheet, or shows it when that fails', async () => {
    Reflect.deleteProperty(navigator, 'share');
    const { user } = visit('/blog/saas-spending-startups');
    jest
      .spyOn(navigator.clipboard, 'writeText')
      .mockRejectedValueOnce(new DOMException('', 'NotAllowedError'));
    await user.click(await button('Share'));
    expect(await findToast('The link couldn’t be copied')).toContain(LINK);
    await user.click(await button('Share'));
    await findToast('Link copied');
    expect(await navigator.clipboard.readText()).toBe(LINK);
  });
});
