import { preserveFocus } from '../src/ui/focus/preserve-focus';

const frame = () => new Promise(requestAnimationFrame);

/** A focused button. */
function button(): HTMLButtonElement {
  const element = document.body.appendChild(document.createElement('button'));
  element.focus();
  return element;
}

describe('focus lost during an action', () => {
  afterEach(() => document.body.replaceChildren());

  it('returns to its button', async () => {
    const submit = button();
    const restore = preserveFocus();
    submit.blur();
    restore();
    await frame();
    await frame();
    expect(submit).toHaveFocus();
  });

  it('does not return to the button of an earlier action', async () => {
    const earlier = button();
    const restoreEarlier = preserveFocus();
    restoreEarlier();
    const later = button();
    preserveFocus();
    later.remove();
    await frame();
    await frame();
    expect(earlier).not.toHaveFocus();
  });
});
