/** Replaces straight apostrophes in a text from the server: the site uses typographic ones. */
export function typographicText(text: string): string {
  return text.replace(/(?<=\p{L})'(?=\p{L})/gu, '’');
}
