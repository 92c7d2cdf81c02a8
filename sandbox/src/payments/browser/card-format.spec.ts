import { formatCvc, formatExpiry, formatNumber, type Typed } from './card-format.ts';

/** A bar in the text stands for the caret. */
const typed = (text: string): Typed => ({ value: text.replace('|', ''), caret: text.indexOf('|') });
const shown = ({ value, caret }: Typed): string => `${value.slice(0, caret)}|${value.slice(caret)}`;

describe('the card number', () => {
  it.each([
    ['4242424242424242|', '4242 4242 4242 4242|'],
    ['42424|', '4242 4|'],
    ['378282246310005|', '3782 822463 10005|'],
    ['36227206271667|', '3622 720627 1667|'],
    ['424 242424242 4242|9', '4242 4242 4242 4242|'],
  ])('%s becomes %s', (input, output) => {
    expect(shown(formatNumber(typed(input)))).toBe(output);
  });

  it('keeps the caret where a digit was put in the middle', () => {
    expect(shown(formatNumber(typed('42|42 4242')))).toBe('42|42 4242');
    expect(shown(formatNumber(typed('429|42 4242')))).toBe('429|4 2424 2');
  });
});

describe('the expiration date', () => {
  it.each([
    ['4|', '04 / |'],
    ['1|', '1|'],
    ['13|', '01 / 3|'],
    ['12|', '12 / |'],
    ['1234|', '12 / 34|'],
    ['12/2034|', '12 / 34|'],
  ])('%s becomes %s', (input, output) => {
    expect(shown(formatExpiry(typed(input)))).toBe(output);
  });
});

describe('the security code', () => {
  it('has four digits for American Express and three for others', () => {
    expect(formatCvc(typed('12345|'), '378282246310005').value).toBe('1234');
    expect(formatCvc(typed('12345|'), '4242').value).toBe('123');
  });
});
