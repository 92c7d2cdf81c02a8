/** Why, and until when, data outlives the person's account. */
export const KEEP = {
  accounting: 'until the retention periods of tax and commercial law end',
  security: 'until it is no longer needed to investigate misuse',
  submission: 'for three years, as evidence of what was submitted',
  guarantee: 'as long as the money-back guarantee is granted once per account, email address, and card',
  placeholder: 'in the anonymous row that a soft deletion leaves, until it is deleted',
  evidence: 'as evidence that the data was erased, and to erase it again after a restore',
  notPersonal: 'not about a person',
} as const;

/**
 * What happens to the columns of a table when a person is erased. Columns are named by the properties of the entity, separated by
 * spaces; each is in exactly one of `delete`, `anonymize` and `keep` (`integration/schema.spec`).
 */
export interface PersonalTable {
  entity: abstract new (...args: never[]) => object;
  /**
   * SQL condition for the rows of a person, with the parameters `:userId`, `:email` and `:until`. Without one, rows are erased by a
   * foreign key, by the module's own code, or never.
   */
  rows?: string;
  /** The rows are deleted, so this lists all columns. */
  delete?: string;
  /** The rows stay, with these values. */
  anonymize?: Readonly<Record<string, unknown>>;
  /** Columns that stay, by reason. */
  keep?: Partial<Record<keyof typeof KEEP, string>>;
  /** Columns left out of exports, such as hashes and tokens; `all` leaves out the table. */
  withhold?: string;
}

/** The columns in a list of {@link PersonalTable}. */
export const columnsIn = (list = ''): string[] => list.split(' ').filter((column) => column !== '');

/** All columns that a table declares. */
export function declaredColumns({ delete: deleted, anonymize, keep = {} }: PersonalTable): string[] {
  return [deleted, Object.keys(anonymize ?? {}).join(' '), ...Object.values(keep)].flatMap(columnsIn);
}

/** The columns of a table that an export contains. */
export function exportedColumns(table: PersonalTable): string[] {
  if (!table.rows || table.withhold === 'all') return [];
  const withheld = new Set(columnsIn(table.withhold));
  return declaredColumns(table).filter((column) => !withheld.has(column));
}
