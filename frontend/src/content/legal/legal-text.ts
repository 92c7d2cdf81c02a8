/** Facts of an installation that legal texts name. */
export interface LegalFacts {
  productName: string;
  supportEmail: string;
  /** Who runs the site, as it stands in a sentence. */
  company: string;
  /** Where mail by post reaches them. */
  companyAddress: string;
}

export interface LegalTable {
  caption: string;
  columns: readonly string[];
  rows: readonly (readonly string[])[];
}

/** A paragraph, a list or a table. */
export type LegalBlock = string | { list: readonly string[] } | { table: LegalTable };

export interface LegalSection {
  /** Anchor of the section; stays the same when its heading changes. */
  id: string;
  heading: string;
  blocks: readonly LegalBlock[];
}

/** How to reach whoever is behind a legal page: by post and by e-mail. */
export function contactSentence({ company, companyAddress, supportEmail }: LegalFacts): string {
  return `You can reach ${company} by mail at ${companyAddress}, or by email at ${supportEmail}.`;
}

/** A legal page in words. In a paragraph the mail address is shown as a link, and the path of a legal page (`/privacy`) as a link by its name. */
export interface LegalText {
  title: string;
  /** The gist in plain words; binding is what follows. */
  summary: string;
  sections: readonly LegalSection[];
}
