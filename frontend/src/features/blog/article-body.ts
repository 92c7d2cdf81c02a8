/** A line of an article: a heading, a break where it is blank, or a paragraph. */
export type BodyLine = { kind: 'heading' | 'paragraph'; text: string } | { kind: 'break' };

/**
 * Reads an article's body, line by line. A line wrapped in double asterisks is a heading, a blank line is a break, any other line
 * is a paragraph and stands as it was written, asterisks included. The line feed after the last line ends that line and begins no
 * other; so does one before the first.
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
