import type { Block, Brand, EmailBody } from './template.js';

/** The email as plain text. */
export function renderText(
  { heading, blocks }: EmailBody,
  { productName, siteUrl, supportEmail }: Brand,
): string {
  const parts = [oneLine(heading), ...blocks.map(renderBlock)];
  return `${parts.join('\n\n')}\n\n-- \n${productName}\n${siteUrl}\nQuestions? ${supportEmail}\n`;
}

function renderBlock(block: Block): string {
  switch (block.kind) {
    case 'paragraph':
    case 'note':
    case 'code':
      return oneLine(block.text);
    case 'button':
    case 'link':
      return `${oneLine(block.label)}:\n${oneLine(block.url)}`;
    case 'details':
      return block.rows.map(([label, value]) => `${oneLine(label)}: ${oneLine(value)}`).join('\n');
    case 'steps':
      return [block.heading, ...block.items.map((item, index) => `${index + 1}. ${oneLine(item)}`)].join(
        '\n',
      );
    case 'quote':
      return block.text
        .split(/\r\n?|\n/)
        .map((line) => `> ${oneLine(line)}`)
        .join('\n');
  }
}

/** Prevents user-supplied text from forging a line. */
function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ');
}
