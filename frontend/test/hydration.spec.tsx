import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Fragment, useEffect, useState } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { MemoryRouter, useLocation } from 'react-router-dom';
import { jest } from '@jest/globals';
import { staticContent } from '../src/lib/hydration/static-content';
import { currentElement, rememberElements, replayInput } from '../src/lib/hydration/replay-input';
import { restoreFormValues, saveFormValues } from '../src/lib/hydration/form-values';
import { ChunkBoundary } from '../src/app/chunk-boundary';
import { ChunkLoadError, loadChunk } from '../src/lib/hydration/load-chunk';
import { network } from './support/network';

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
    const user = userEvent.setup();
    for (const name of ['Terms', 'Below']) {
      await user.click(screen.getByRole('link', { name }));
      expect(screen.getByRole('status')).toHaveTextContent(/^\/$/);
    }
    await user.click(screen.getByRole('link', { name: 'Trial' }));
    expect(screen.getByRole('status')).toHaveTextContent('/auth?from=free-trial');
    expect(screen.getByText('Static text')).toBeVisible();
    await unmount();
  });

  it('loads its code when it is shown again', async () => {
    const { unmount } = await hydrate();
    const user = userEvent.setup();
    await user.click(screen.getByRole('button', { name: 'Toggle' }));
    expect(screen.queryByText('Static text')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Toggle' }));
    await waitFor(() => expect(screen.getByText('Static text')).toBeVisible());
    expect(loads).toBe(1);
    await unmount();
  });
});

const clicked: string[] = [];

function Page() {
  const [interval, setInterval] = useState('month');
  const [email, setEmail] = useState('');
  useEffect(replayInput, []);
  return (
    <main>
      <p>One price per team.</p>
      {['month', 'year'].map((value) => (
        <input
          key={value}
          type="radio"
          value={value}
          checked={interval === value}
          onChange={() => setInterval(value)}
        />
      ))}
      <input aria-label="Email" value={email} onChange={({ target }) => setEmail(target.value)} />
      {['Team', 'Growth'].map((plan) => (
        <button key={plan} type="button" onClick={() => clicked.push(`${plan} ${interval} ${email}`)}>
          {plan}
        </button>
      ))}
      <dialog aria-label="Demo">
        <button type="button">Play</button>
      </dialog>
    </main>
  );
}

describe('what a visitor did before hydration', () => {
  it.each(['as it was sent', 'changed by a translator'])('is kept on a page %s', async (state) => {
    clicked.length = 0;
    const { container: prerendered, unmount } = render(<Page />);
    const html = prerendered.innerHTML;
    unmount();
    const container = document.body.appendChild(document.createElement('div'));
    container.innerHTML = html;
    if (state !== 'as it was sent')
      screen.getByText('One price per team.').innerHTML = '<font>Un prix</font>';
    const button = screen.getByRole('button', { name: 'Growth' });
    await userEvent.click(screen.getAllByRole('radio')[1]!);
    await userEvent.type(screen.getByLabelText('Email'), 'maya@fjord.example');
    screen.getByRole<HTMLDialogElement>('dialog', { hidden: true }).showModal();

    rememberElements(container);
    const root = await act(async () => hydrateRoot(container, <Page />, { onRecoverableError: () => {} }));
    const current = currentElement(button)!;
    expect(current === button).toBe(state === 'as it was sent');
    expect(screen.getByLabelText('Email')).toHaveFocus();
    expect(screen.getByRole('dialog')).toHaveAttribute('open');
    await userEvent.click(current);
    expect(clicked).toEqual(['Growth year maya@fjord.example']);
    act(() => root.unmount());
  });

  it('is not passed to another element when the controls of the page have changed', async () => {
    document.body.innerHTML = '<button>Team</button><button>Growth</button>';
    const [, button] = document.querySelectorAll('button');
    rememberElements(document.body);
    document.body.innerHTML = '<button>Growth</button>';
    expect(currentElement(button!)).toBeUndefined();
  });
});

const setPage = (html: string) => {
  document.body.innerHTML = html;
};
const getValue = (name: string) => document.querySelector<HTMLInputElement>(`[name=${name}]`)!.value;
const type = (name: string, text: string) => {
  document.querySelector<HTMLInputElement>(`[name=${name}]`)!.value = text;
};

afterEach(() => setPage(''));

describe('form values saved for a reload', () => {
  it('are restored, even when the form is rendered later', async () => {
    setPage('<input name="company"><textarea name="story"></textarea>');
    type('company', 'Fjord & Fable');
    type('story', 'Nine of them.');
    expect(saveFormValues()).toBe(true);
    setPage('<input name="company">');
    restoreFormValues();
    expect(getValue('company')).toBe('Fjord & Fable');
    document.body.insertAdjacentHTML('beforeend', '<textarea name="story"></textarea>');
    await waitFor(() => expect(getValue('story')).toBe('Nine of them.'));
    expect(sessionStorage).toHaveLength(0);
  });

  it('are not restored on another page or over existing values', () => {
    setPage('<input name="company">');
    type('company', 'Fjord & Fable');
    saveFormValues();
    type('company', 'Studio Marzo');
    restoreFormValues();
    expect(getValue('company')).toBe('Studio Marzo');
    saveFormValues();
    window.history.replaceState(null, '', '/other-page');
    type('company', '');
    restoreFormValues();
    expect(getValue('company')).toBe('');
  });

  it('are not saved, which prevents the reload, when a password is filled in', () => {
    setPage('<input name="email"><input name="password" type="password">');
    type('email', 'ada@example.com');
    type('password', 'correct horse');
    expect(saveFormValues()).toBe(false);
    expect(sessionStorage).toHaveLength(0);
  });
});

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
    ['Failed to fetch dynamically imported module: /assets/a.js', 'offline'],
    ['error loading dynamically imported module: /assets/a.js', { status: 502 }],
    ['Importing a module script failed.', { status: 503 }],
  ] as const)('names the connection if the server doesn’t respond: %s', async (message, response) => {
    network.on('HEAD /', response);
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
