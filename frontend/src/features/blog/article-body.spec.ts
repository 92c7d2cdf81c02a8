import { readBody } from './article-body';

const heading = (text: string) => ({ kind: 'heading', text });
const paragraph = (text: string) => ({ kind: 'paragraph', text });
const pause = { kind: 'break' };

describe('the body of an article', () => {
  it('has headings, breaks and paragraphs, one for each line', () => {
    expect(readBody('First.\n\n**Then**\nSecond.\nThird.')).toEqual([
      paragraph('First.'),
      pause,
      heading('Then'),
      paragraph('Second.'),
      paragraph('Third.'),
    ]);
  });

  it.each([
    ['asterisks inside', 'Two **bold** words', paragraph('Two **bold** words')],
    ['asterisks at the start only', '**Note: this stays', paragraph('**Note: this stays')],
    ['asterisks at the end only', 'this stays, too**', paragraph('this stays, too**')],
    ['single asterisks around it', '*aside*', paragraph('*aside*')],
    ['asterisks and nothing else', '****', paragraph('****')],
    ['asterisks around blanks', '**  **', paragraph('**  **')],
    ['three asterisks', '***', paragraph('***')],
    ['wrapped twice', '****Loud****', heading('**Loud**')],
    ['wrapped, and more inside', '**a** and **b**', heading('a** and **b')],
    ['blanks around a heading', '  **Heading**  ', heading('Heading')],
    ['markup of another kind', '<b>x</b> [y](z) # w', paragraph('<b>x</b> [y](z) # w')],
    ['nothing but blanks', ' \t ', pause],
  ])('a line with %s', (_what, line, read) => {
    expect(readBody(`a\n${line}\nb`)).toEqual([paragraph('a'), read, paragraph('b')]);
  });

  it('keeps every blank line, also at the end', () => {
    expect(readBody('a\n\n\nb\n\n')).toEqual([paragraph('a'), pause, pause, paragraph('b'), pause]);
  });

  it('takes the last line feed as the end of a line, however lines are ended', () => {
    expect(readBody('a\r\n\r\nb\r\n')).toEqual([paragraph('a'), pause, paragraph('b')]);
    expect(readBody('\na\n')).toEqual([paragraph('a')]);
  });

  it('may be empty', () => {
    expect(readBody('')).toEqual([]);
    expect(readBody('\n')).toEqual([]);
  });
});
