import { act, cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { MemoryRouter, useLocation } from 'react-router-dom';
import { staticPart } from '../src/ui/static-part';

let loads = 0;
const Words = await staticPart(() => {
  loads += 1;
  return Promise.resolve({ Content: () => <p>Words</p> });
});

function Site() {
  const [shown, setShown] = useState(true);
  const { pathname, search } = useLocation();
  return (
    <main>
      <output>{pathname + search}</output>
      {shown ? <Words /> : null}
      <button type="button" onClick={() => setShown(!shown)}>
        Turn
      </button>
    </main>
  );
}
const site = (
  <MemoryRouter>
    <Site />
  </MemoryRouter>
);

const WRITTEN =
  '<p>Words</p><a href="/auth?from=free-trial">Trial</a><a href="/terms" target="_blank">Terms</a><a href="#below">Below</a>';

/** Hydrates a prerendered page. */
async function hydrate() {
  const place = document.createElement('div');
  place.innerHTML = `<main><output>/</output><div>${WRITTEN}</div><button type="button">Turn</button></main>`;
  document.body.append(place);
  const errors: unknown[] = [];
  const words = screen.getByText('Words');
  const root = await act(async () =>
    hydrateRoot(place, site, { onRecoverableError: (it) => errors.push(it) }),
  );
  return { errors, words, leave: () => act(() => root.unmount()) };
}

describe('a static part', () => {
  beforeEach(() => {
    loads = 0;
    document.body.replaceChildren();
  });
  afterEach(cleanup);

  it('keeps its HTML on hydration without loading its code', async () => {
    const { errors, words, leave } = await hydrate();
    expect(screen.getByText('Words')).toBe(words);
    expect(errors).toEqual([]);
    expect(loads).toBe(0);
    await leave();
  });

  it('navigates without a reload, and leaves other tabs and anchors to the browser', async () => {
    const { leave } = await hydrate();
    const keyboard = userEvent.setup();
    for (const name of ['Terms', 'Below']) {
      await keyboard.click(screen.getByRole('link', { name }));
      expect(screen.getByRole('status')).toHaveTextContent(/^\/$/);
    }
    await keyboard.click(screen.getByRole('link', { name: 'Trial' }));
    expect(screen.getByRole('status')).toHaveTextContent('/auth?from=free-trial');
    expect(screen.getByText('Words')).toBeVisible();
    await leave();
  });

  it('is rendered with its code when shown again', async () => {
    const { leave } = await hydrate();
    const keyboard = userEvent.setup();
    await keyboard.click(screen.getByRole('button', { name: 'Turn' }));
    expect(screen.queryByText('Words')).toBeNull();
    await keyboard.click(screen.getByRole('button', { name: 'Turn' }));
    await waitFor(() => expect(screen.getByText('Words')).toBeVisible());
    expect(loads).toBe(1);
    await leave();
  });
});
