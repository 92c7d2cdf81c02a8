/** A line of an article: a heading, a break (blank line), or a paragraph. */
export type BodyLine = { kind: 'heading' | 'paragraph'; text: string } | { kind: 'break' };

/**
 * Parses an article body line by line. A line wrapped in double asterisks is a heading, a blank line is a
 * break, any other line is a paragraph, kept verbatim. A leading or trailing newline adds no line.
 */
export function readBody(content: string): readonly BodyLine[] {
  const text = content.replaceAll(/\r\n?/g, '\n').replace(/^\n/, '').replace(/\n$/, '');
  return text === '' ? [] : text.split('\n').map(readLine);
}

function readLine(line: string): BodyLine {
  const text = line.trim();
  if (text === '') return { kind: 'break' };
  const heading = /^\*\*(.+)\*\*$/.exec(text)?.[1]?.trim();
  return heading ? { kind: 'heading', text: heading } : { kind: 'paragraph', text };
}
