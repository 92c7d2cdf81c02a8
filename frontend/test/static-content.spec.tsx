import { act, cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { MemoryRouter, useLocation } from 'react-router-dom';
import { staticContent } from '../src/lib/hydration/static-content';

let loads = 0;
const StaticText = await staticContent(() => {
  loads += 1;
  return Promise.resolve({ Content: () => <p>Static text</p> });
});

function Site() {
  const [shown, setShown] = useState(true);
  const { pathname, search } = useLocation();
  return (
    <main>
      <output>{pathname + search}</output>
      {shown ? <StaticText /> : null}
      <button type="button" onClick={() => setShown(!shown)}>
        Toggle
      </button>
    </main>
  );
}
const site = (
  <MemoryRouter>
    <Site />
  </MemoryRouter>
);

const PRERENDERED_HTML =
  '<p>Static text</p><a href="/auth?from=free-trial">Trial</a><a href="/terms" target="_blank">Terms</a><a href="#below">Below</a>';

/** Hydrates a prerendered page. */
async function hydrate() {
  const container = document.createElement('div');
  container.innerHTML = `<main><output>/</output><div>${PRERENDERED_HTML}</div><button type="button">Toggle</button></main>`;
  document.body.append(container);
  const errors: unknown[] = [];
  const text = screen.getByText('Static text');
  const root = await act(async () =>
    hydrateRoot(container, site, { onRecoverableError: (error) => errors.push(error) }),
  );
  return { errors, text, unmount: () => act(() => root.unmount()) };
}

describe('static content', () => {
  beforeEach(() => {
    loads = 0;
    document.body.replaceChildren();
  });
  afterEach(cleanup);

  it('keeps its HTML on hydration without loading its code', async () => {
    const { errors, text, unmount } = await hydrate();
    expect(screen.getByText('Static text')).toBe(text);
    expect(errors).toEqual([]);
    expect(loads).toBe(0);
    await unmount();
  });

  it('handles links to other pages, and leaves new tabs and anchors to the browser', async () => {
    const { unmount } = await hydrate();
    const keyboard = userEvent.setup();
    for (const name of ['Terms', 'Below']) {
      await keyboard.click(screen.getByRole('link', { name }));
      expect(screen.getByRole('status')).toHaveTextContent(/^\/$/);
    }
    await keyboard.click(screen.getByRole('link', { name: 'Trial' }));
    expect(screen.getByRole('status')).toHaveTextContent('/auth?from=free-trial');
    expect(screen.getByText('Static text')).toBeVisible();
    await unmount();
  });

  it('loads its code when it is shown again', async () => {
    const { unmount } = await hydrate();
    const keyboard = userEvent.setup();
    await keyboard.click(screen.getByRole('button', { name: 'Toggle' }));
    expect(screen.queryByText('Static text')).toBeNull();
    await keyboard.click(screen.getByRole('button', { name: 'Toggle' }));
    await waitFor(() => expect(screen.getByText('Static text')).toBeVisible());
    expect(loads).toBe(1);
    await unmount();
  });
});
