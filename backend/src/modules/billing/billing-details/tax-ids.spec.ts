import { parseEuCountry, parseTaxId } from './tax-ids.js';

describe('tax IDs', () => {
  it.each([
    ['ATU13585627', 'AT'],
    ['BE0403019261', 'BE'],
    ['DE 136,695 976'.replace(',', ''), 'DE'],
    ['DK13585628', 'DK'],
    ['el 094259216', 'GR'],
    ['GR094259216', 'GR'],
    ['ESB58378431', 'ES'],
    ['FI20774740', 'FI'],
    ['FR40303265045', 'FR'],
    ['HU12892312', 'HU'],
    ['IE6433435F', 'IE'],
    ['IT00743110157', 'IT'],
    ['LU15027442', 'LU'],
    ['NL004495445B01', 'NL'],
    ['PL8567346215', 'PL'],
    ['PT501964843', 'PT'],
    ['SE556188840401', 'SE'],
    ['SK2022749619', 'SK'],
    ['DE136695976', 'FR'],
  ])('accept the VAT ID %s with an address in %s', async (text, country) => {
    const { taxId } = await parseTaxId(text, country);
    expect(taxId).toMatch(/^[A-Z]{2}[A-Z0-9]+$/);
    expect(parseEuCountry(taxId!)).toBeDefined();
  });

  it.each(['DE136695978', 'DE13669597', '136695976', 'GB999999973', 'DE', 'EL094259217', 'nonsense'])(
    'reject %s with an address in the European Union',
    async (text) => expect((await parseTaxId(text, 'DE')).error).toContain('VAT ID'),
  );

  it('accept any letters and digits with another address', async () => {
    expect(await parseTaxId('12-345 6789', 'US')).toEqual({ taxId: '123456789' });
    expect(await parseTaxId('CHE-123.456.788', 'CH')).toEqual({ taxId: 'CHE123456788' });
    expect((await parseTaxId('<b>1234</b>', 'US')).error).toContain('letters and digits');
    expect(parseEuCountry('123456789')).toBeUndefined();
  });
});
