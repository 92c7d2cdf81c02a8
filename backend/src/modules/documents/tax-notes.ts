import { parseEuCountry } from '../billing/index.js';
import type { DocumentContent } from './domain/document-types.js';

/** Notes about VAT on a document, besides the tax that was charged. */
export function taxNotes({ seller, buyer, taxCents }: DocumentContent): string[] {
  const sellerCountry = seller.vatId && parseEuCountry(seller.vatId);
  const buyerCountry = buyer.taxId && parseEuCountry(buyer.taxId);
  const isReverseCharge = sellerCountry && buyerCountry && sellerCountry !== buyerCountry && taxCents === 0;
  return isReverseCharge
    ? ['Reverse charge: VAT to be accounted for by the recipient (Article 196 of Directive 2006/112/EC).']
    : [];
}
