import { formatAmount } from './amounts.js';
import { formatCents } from './money.js';

describe('formatAmount', () => {
  it.each([
    [4800, 'eur', '€48'],
    [4850, 'eur', '€48.50'],
    [-2450, 'usd', '−$24.50'],
    [-2400, 'usd', '−$24'],
    [500, 'jpy', '¥500'],
    [1234567, 'usd', '$12,345.67'],
    [0, 'usd', '$0'],
    [4900, 'isk', 'ISK\u00a049'],
    [490_000, 'UGX', 'UGX\u00a04,900'],
    [4900, 'mga', 'MGA\u00a04,900'],
    [4900, 'kwd', 'KWD\u00a04.900'],
  ])('formats %d %s as %s', (amount, currency, text) => {
    expect(formatAmount(amount, currency)).toBe(text);
  });

  it('shows all decimal places where amounts are added up', () => {
    const texts = [4800, -1000].map((amount) => formatAmount(amount, 'usd', { allDecimals: true }));
    expect(texts).toEqual(['$48.00', '−$10.00']);
    expect(formatAmount(500, 'jpy', { allDecimals: true })).toBe('¥500');
  });

  it('has a short form for the currency that is charged', () => {
    expect([4900, -4950].map(formatCents)).toEqual(['$49', '−$49.50']);
  });
});
