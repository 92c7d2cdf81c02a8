import { formatCvc, formatExpiry, formatNumber, type InputState } from './card-format.ts';

/** A vertical bar marks the caret. */
const parse = (text: string): InputState => ({ value: text.replace('|', ''), caret: text.indexOf('|') });
const render = ({ value, caret }: InputState): string => `${value.slice(0, caret)}|${value.slice(caret)}`;

describe('formatting the card number', () => {
  it.each([
    ['4242424242424242|', '4242 4242 4242 4242|'],
    ['42424|', '4242 4|'],
    ['378282246310005|', '3782 822463 10005|'],
    ['36227206271667|', '3622 720627 1667|'],
    ['424 242424242 4242|9', '4242 4242 4242 4242|'],
  ])('formats %s as %s', (input, output) => {
    expect(render(formatNumber(parse(input)))).toBe(output);
  });

  it('keeps the caret position when a digit is inserted in the middle', () => {
    expect(render(formatNumber(parse('42|42 4242')))).toBe('42|42 4242');
    expect(render(formatNumber(parse('429|42 4242')))).toBe('429|4 2424 2');
  });
});

describe('formatting the expiration date', () => {
  it.each([
    ['4|', '04 / |'],
    ['1|', '1|'],
    ['13|', '01 / 3|'],
    ['12|', '12 / |'],
    ['1234|', '12 / 34|'],
    ['12/2034|', '12 / 34|'],
  ])('formats %s as %s', (input, output) => {
    expect(render(formatExpiry(parse(input)))).toBe(output);
  });
});

describe('formatting the security code', () => {
  it('has four digits for American Express and three for others', () => {
    expect(formatCvc(parse('12345|'), '378282246310005').value).toBe('1234');
    expect(formatCvc(parse('12345|'), '4242').value).toBe('123');
  });
});
