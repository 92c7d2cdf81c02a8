import { Fragment } from 'react';
import { jest } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import { ChunkBoundary } from '../src/app/chunk-boundary';
import { ChunkLoadError, loadChunk } from '../src/lib/hydration/load-chunk';
import { reloadOnce } from '../src/lib/hydration/reload-once';

describe('the page shown instead of a broken one', () => {
  const show = (error: unknown, path = '/') => {
    const Page = () => {
      throw error;
    };
    const silenced = jest.spyOn(console, 'error').mockReturnValue();
    render(
      <ChunkBoundary resetKey={path} ErrorLayout={Fragment}>
        <Page />
      </ChunkBoundary>,
    );
    silenced.mockRestore();
    return screen.getByRole('heading', { level: 1 });
  };

  it.each([
    'Failed to fetch dynamically imported module: /assets/a.js',
    'error loading dynamically imported module: /assets/a.js',
    'Importing a module script failed.',
  ])('names the connection if the code could not be downloaded: %s', async (message) => {
    reloadOnce();
    const error: unknown = await loadChunk(() => Promise.reject(new TypeError(message))).catch(
      (e: unknown) => e,
    );
    expect(show(error)).toHaveTextContent('This page couldn’t be loaded');
  });

  it.each(['/checkout', '/checkout-success'])('warns of paying twice on %s', (path) => {
    expect(show(new ChunkLoadError(), path)).toHaveTextContent('This page couldn’t be loaded');
    expect(screen.getByText(/check your email before you pay again/)).toBeVisible();
  });

  it('does not blame the connection for an exception of the page', async () => {
    const thrown = new TypeError('URL.parse is not a function');
    const error: unknown = await loadChunk(() => Promise.reject(thrown)).catch((e: unknown) => e);
    expect(show(error)).toHaveTextContent('Something went wrong on this page');
    expect(screen.getByText(/check your email before you pay again/)).toBeVisible();
  });
});
