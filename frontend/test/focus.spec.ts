import { preserveFocus, takeLostFocus } from '../src/ui/focus/preserve-focus';

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

  /** A form with a focused button, whose action may show a message. */
  function form() {
    const element = document.body.appendChild(document.createElement('form'));
    const submit = element.appendChild(button());
    submit.focus();
    const showMessage = () => {
      const message = element.appendChild(document.createElement('p'));
      message.tabIndex = -1;
      message.dataset['callout'] = '';
      return message;
    };
    return { submit, showMessage };
  }

  it.each(['before', 'after'])(
    'goes to the message beside its button if that was disabled, %s the browser notices',
    async (noticed) => {
      const { submit, showMessage } = form();
      const restore = preserveFocus();
      submit.disabled = true;
      if (noticed === 'after') submit.blur();
      const message = showMessage();
      restore();
      await frame();
      await frame();
      expect(message).toHaveFocus();
    },
  );

  it.each(['disabled', 'removed'])(
    'goes to a message that appears later, together with its button being %s',
    async (outcome) => {
      const { submit, showMessage } = form();
      preserveFocus()();
      await frame();
      await frame();
      expect(submit).toHaveFocus();
      if (outcome === 'disabled') submit.disabled = true;
      else submit.remove();
      const message = showMessage();
      takeLostFocus(message);
      expect(message).toHaveFocus();
    },
  );

  it('stays where it is if a message appears beside the button', () => {
    const { submit, showMessage } = form();
    preserveFocus()();
    takeLostFocus(showMessage());
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
