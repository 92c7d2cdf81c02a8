import { waitFor } from '@testing-library/react';
import { saveFormValues, restoreFormValues } from '../src/lib/browser/form-values';

const page = (html: string) => {
  document.body.innerHTML = html;
};
const valueOf = (name: string) => document.querySelector<HTMLInputElement>(`[name=${name}]`)!.value;
const type = (name: string, text: string) => {
  document.querySelector<HTMLInputElement>(`[name=${name}]`)!.value = text;
};

afterEach(() => page(''));

describe('what was typed, over a reload', () => {
  it('comes back, also where the form is shown later', async () => {
    page('<input name="company"><textarea name="story"></textarea>');
    type('company', 'Fjord & Fable');
    type('story', 'Nine of them.');
    expect(saveFormValues()).toBe(true);
    page('<input name="company">');
    restoreFormValues();
    expect(valueOf('company')).toBe('Fjord & Fable');
    document.body.insertAdjacentHTML('beforeend', '<textarea name="story"></textarea>');
    await waitFor(() => expect(valueOf('story')).toBe('Nine of them.'));
    expect(sessionStorage).toHaveLength(0);
  });

  it('does not come back on another page, nor over what is there', () => {
    page('<input name="company">');
    type('company', 'Fjord & Fable');
    saveFormValues();
    type('company', 'Studio Marzo');
    restoreFormValues();
    expect(valueOf('company')).toBe('Studio Marzo');
    saveFormValues();
    window.history.replaceState(null, '', '/elsewhere');
    type('company', '');
    restoreFormValues();
    expect(valueOf('company')).toBe('');
  });

  it('is never written down where a password was typed: then there is no reload', () => {
    page('<input name="email"><input name="password" type="password">');
    type('email', 'ada@example.com');
    type('password', 'correct horse');
    expect(saveFormValues()).toBe(false);
    expect(sessionStorage).toHaveLength(0);
  });
});
