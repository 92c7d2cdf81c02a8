import { jest } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { ERROR_CODES } from '@subscription-site/shared/errors';
import { ROUTES } from '../src/app/routes';
import { ApiError } from '../src/lib/api/api-error';
import { errorMessage } from '../src/lib/api/messages';
import { loadChunk } from '../src/lib/hydration/load-chunk';
import { currentPath, visit } from './support/site';

describe('every page', () => {
  it('starts with a skip link', async () => {
    const { keyboard } = visit('/');
    await screen.findByRole('heading', { level: 1 });
    await keyboard.tab();
    expect(screen.getByRole('link', { name: 'Skip to content' })).toHaveFocus();
  });

  it('has a header with links to existing pages, the app, and pricing', async () => {
    visit('/');
    await screen.findByRole('heading', { level: 1 });
    const header = within(screen.getByRole('banner'));
    for (const link of within(header.getByRole('navigation', { name: 'Main' })).getAllByRole('link'))
      expect(ROUTES.map(({ path }) => path)).toContain(link.getAttribute('href'));
    const [login] = header.getAllByRole('link', { name: /Login/ });
    expect(login).toHaveAttribute('href', 'http://localhost:3030');
    expect(login).toHaveAttribute('target', '_blank');
    expect(login).toHaveAttribute('rel', 'noopener');
    expect(header.getAllByRole('link', { name: 'Get Started' })[0]).toHaveAttribute('href', '/pricing');
  });

  it('does not lead buyers away from the checkout', async () => {
    visit('/checkout?plan=team');
    await screen.findByRole('heading', { level: 1, name: 'Checkout' });
    expect(within(screen.getByRole('banner')).queryByRole('link', { name: 'Get Started' })).toBeNull();
  });

  it.each([
    ['Product', ['/features', '/pricing', '/customer-usage']],
    ['Company', ['/manifesto', '/blogs', '/customer-stories']],
    ['Legal', ['/privacy', '/terms', '/cookies', '/gdpr', '/cancel', '/cancel/withdraw']],
  ])('has the footer group %s', async (name, paths) => {
    visit('/');
    const footer = within(await screen.findByRole('navigation', { name: 'Footer' }));
    const links = within(footer.getByRole('list', { name })).getAllByRole('link');
    expect(links.map((link) => link.getAttribute('href'))).toEqual(paths);
  });

  it('has a menu for small screens that closes on navigation', async () => {
    const { keyboard } = visit('/');
    await keyboard.click(screen.getByRole('button', { name: 'Open menu' }));
    const menu = within(screen.getByRole('dialog', { name: 'Menu' }));
    await keyboard.click(menu.getByRole('link', { name: 'Pricing' }));
    await waitFor(() => expect(currentPath()).toBe('/pricing'));
    expect(screen.queryByRole('dialog', { name: 'Menu' })).toBeNull();
  });

  it('updates the title and focuses the heading after navigation', async () => {
    const { keyboard } = visit('/');
    await screen.findByRole('heading', { level: 1 });
    const header = within(screen.getByRole('banner'));
    await keyboard.click(header.getAllByRole('link', { name: 'Pricing' })[0]!);
    await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveFocus());
    expect(document.title).toBe('Pricing · the product');
  });
});

describe('home', () => {
  it('reads as specified', async () => {
    visit('/');
    expect(
      await screen.findByRole('heading', { level: 1, name: 'Built for Small Teams & SMBs' }),
    ).toBeVisible();
    for (const figure of ['2 min', '30%', '100+', '500+', '$2.3M', '99.2%', '4.9/5'])
      expect(screen.getByText(figure)).toBeVisible();
    expect(screen.getByRole('heading', { name: /Six ways/ }).nextElementSibling?.children).toHaveLength(6);
    expect(screen.getAllByText(/^Illustrative example: .*fictional\.$/)).toHaveLength(1);
  });

  it('shows the demo: four captioned screens that can be paused', async () => {
    const { keyboard } = visit('/');
    await keyboard.click(await screen.findByRole('button', { name: 'Watch Demo' }));
    const demo = within(screen.getByRole('dialog', { name: 'How it works' }));
    expect(demo.getAllByRole('img')).toHaveLength(4);
    expect(demo.getByText('What needs a look is highlighted')).toBeVisible();
    await keyboard.click(demo.getByRole('checkbox', { name: 'Pause' }));
    expect(demo.getByRole('checkbox', { name: 'Pause' })).toBeChecked();
    await keyboard.click(demo.getByRole('button', { name: 'Close' }));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('opens the demo without scripts where the browser supports it', async () => {
    visit('/');
    const opener = await screen.findByRole('button', { name: 'Watch Demo' });
    expect(opener).toHaveAttribute('command', 'show-modal');
    const demo = document.getElementById(opener.getAttribute('commandfor')!);
    expect(demo?.tagName).toBe('DIALOG');
  });
});

describe('any other path', () => {
  it.each(['/nowhere', '/blog', '/pricing/more'])('%s is not found and links home', async (path) => {
    const logged = jest.spyOn(console, 'error');
    const { keyboard } = visit(path);
    expect(await screen.findByRole('heading', { name: 'Oops! Page not found' })).toBeVisible();
    expect(logged).toHaveBeenCalledWith('404:', path);
    await keyboard.click(screen.getByRole('link', { name: 'Return to Home' }));
    await waitFor(() => expect(currentPath()).toBe('/'));
  });
});

describe('a chunk that is missing after a deployment', () => {
  const failedImport = () => Promise.reject(new Error('Failed to fetch dynamically imported module'));

  it('makes the page reload itself, once', async () => {
    const first = await Promise.race([
      loadChunk(failedImport),
      new Promise((resolve) => setTimeout(resolve, 20, 'reloading')),
    ]);
    expect(first).toBe('reloading');
    await expect(loadChunk(failedImport)).rejects.toThrow('Failed to fetch');
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
