/** Facts of an installation that legal texts name. */
export interface LegalFacts {
  productName: string;
  supportEmail: string;
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

/** A legal page in words. In a paragraph the mail address is shown as a link, and the path of a legal page (`/privacy`) as a link by its name. */
export interface LegalText {
  title: string;
  /** The gist in plain words; binding is what follows. */
  summary: string;
  sections: readonly LegalSection[];
}
