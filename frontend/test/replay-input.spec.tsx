import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useEffect, useState } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { rememberElements, currentElement, replayInput } from '../src/lib/hydration/replay-input';

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
