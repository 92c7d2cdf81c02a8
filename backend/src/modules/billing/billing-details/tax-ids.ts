import { cleanCode } from '@subscription-site/shared/typed-text';

/** Member states of the European Union. The library's list also includes other countries. */
const EU_COUNTRIES: ReadonlySet<string> = new Set(
  'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'.split(' '),
);
const SEPARATORS = /[./]/g;
const OTHER_TAX_ID = /^[A-Z0-9]{4,20}$/;

type ParsedTaxId = { taxId: string; error?: undefined } | { taxId?: undefined; error: string };

/**
 * Normalizes a tax ID. With an address in the European Union, it must be a VAT ID of a member state, whose format and check digits are
 * verified. For tax IDs of other countries, only the characters are checked.
 */
export async function parseTaxId(text: string, country: string): Promise<ParsedTaxId> {
  const taxId = cleanCode(text.normalize('NFKC')).toUpperCase().replace(SEPARATORS, '').replace(/^GR/, 'EL');
  if (EU_COUNTRIES.has(country) && !(await isEuVatId(taxId)))
    return { error: 'Enter a valid VAT ID with its country prefix, such as DE136695976.' };
  if (!OTHER_TAX_ID.test(taxId)) return { error: 'Enter a tax ID of 4 to 20 letters and digits.' };
  return { taxId };
}

/** The member state that issued a VAT ID; undefined if it isn't an EU VAT ID. */
export function parseEuCountry(vatId: string): string | undefined {
  const prefix = vatId.slice(0, 2);
  const country = prefix === 'EL' ? 'GR' : prefix;
  return EU_COUNTRIES.has(country) ? country : undefined;
}

async function isEuVatId(vatId: string): Promise<boolean> {
  const country = parseEuCountry(vatId);
  // Loaded on first use: few customers enter a VAT ID.
  const { euVat } = await import('stdnum');
  return country !== undefined && euVat[country]!.some(({ validate }) => validate(vatId.slice(2)).isValid);
}
