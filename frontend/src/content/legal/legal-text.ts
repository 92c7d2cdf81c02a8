/** Installation settings that legal texts name. */
export interface LegalFacts {
  productName: string;
  supportEmail: string;
  /** The company name as it reads in a sentence. */
  company: string;
  /** Postal address. */
  companyAddress: string;
}

export interface LegalTable {
  caption: string;
  columns: readonly string[];
  rows: readonly (readonly string[])[];
}

/** A paragraph, a list, or a table. */
export type LegalBlock = string | { list: readonly string[] } | { table: LegalTable };

export interface LegalSection {
  /** Anchor; stays stable when the heading changes. */
  id: string;
  heading: string;
  blocks: readonly LegalBlock[];
}

/** Contact by mail and email. */
export function contactSentence({ company, companyAddress, supportEmail }: LegalFacts): string {
  return `You can reach ${company} by mail at ${companyAddress}, or by email at ${supportEmail}.`;
}

/**
 * A legal page. In paragraphs, the support email address and paths of legal and cancellation pages (`/privacy`, `/cancel`) are
 * rendered as links.
 */
export interface LegalText {
  title: string;
  /** Plain-language summary; only the sections are binding. */
  summary: string;
  sections: readonly LegalSection[];
}
