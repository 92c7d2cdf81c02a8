/** A text of the server with the apostrophes that the site uses. */
export function typographicText(text: string): string {
  return text.replace(/(?<=\p{L})'(?=\p{L})/gu, '’');
}
