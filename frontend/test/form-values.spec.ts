import { waitFor } from '@testing-library/react';
import { saveFormValues, restoreFormValues } from '../src/lib/hydration/form-values';

const page = (html: string) => {
  document.body.innerHTML = html;
};
const getValue = (name: string) => document.querySelector<HTMLInputElement>(`[name=${name}]`)!.value;
const type = (name: string, text: string) => {
  document.querySelector<HTMLInputElement>(`[name=${name}]`)!.value = text;
};

afterEach(() => page(''));

describe('form values saved for a reload', () => {
  it('are restored, even when the form is rendered later', async () => {
    page('<input name="company"><textarea name="story"></textarea>');
    type('company', 'Fjord & Fable');
    type('story', 'Nine of them.');
    expect(saveFormValues()).toBe(true);
    page('<input name="company">');
    restoreFormValues();
    expect(getValue('company')).toBe('Fjord & Fable');
    document.body.insertAdjacentHTML('beforeend', '<textarea name="story"></textarea>');
    await waitFor(() => expect(getValue('story')).toBe('Nine of them.'));
    expect(sessionStorage).toHaveLength(0);
  });

  it('are not restored on another page or over existing values', () => {
    page('<input name="company">');
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
    page('<input name="email"><input name="password" type="password">');
    type('email', 'ada@example.com');
    type('password', 'correct horse');
    expect(saveFormValues()).toBe(false);
    expect(sessionStorage).toHaveLength(0);
  });
});
