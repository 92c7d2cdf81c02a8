/** A pattern for `$like` and `$ilike` that matches values containing this text literally; an empty text matches everything. */
export function containsPattern(text: string): string {
  return `%${text.replace(/[\\%_]/g, String.raw`\$&`)}%`;
}
