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

  it('goes to the message beside its button if that was disabled, before or after the browser notices', async () => {
    for (const noticed of [false, true]) {
      const form = document.body.appendChild(document.createElement('form'));
      const submit = form.appendChild(button());
      submit.focus();
      const restore = preserveFocus();
      submit.disabled = true;
      if (noticed) submit.blur();
      const message = form.appendChild(document.createElement('p'));
      message.tabIndex = -1;
      message.dataset['callout'] = '';
      restore();
      await frame();
      await frame();
      expect(message).toHaveFocus();
    }
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
