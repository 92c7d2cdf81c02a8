import { escapeHtml } from '../domain/templates/html.js';

/** One page with every email in a frame of its own, under `path`. */
export function emailPreviewPage(
  letters: readonly { template: string; subject: string }[],
  path: string,
): string {
  const sections = letters.map(({ template, subject }) => {
    const address = `${path}/${template}`;
    return `<section id="${template}"><h2>${escapeHtml(subject)}</h2><p><a href="${address}">${template}</a> · <a href="${address}?form=text">as text</a></p><iframe src="${address}" title="${escapeHtml(subject)}" loading="lazy" sandbox></iframe></section>`;
  });
  const index = letters.map(({ template }) => `<li><a href="#${template}">${template}</a></li>`);
  return (
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">` +
    `<meta name="robots" content="noindex"><title>Letters</title><style>${STYLE}</style></head><body><h1>Letters</h1>` +
    `<p>With sample data. Links and codes are masked.</p><ul>${index.join('')}</ul>${sections.join('')}</body></html>`
  );
}

const STYLE =
  'body{margin:32px auto;max-width:760px;padding:0 16px;font:16px/1.5 system-ui,sans-serif;color:#15171c;background:#fafaf7}' +
  'ul{columns:3 180px;padding-left:18px}h2{margin:40px 0 0;font-size:18px}p{margin:4px 0 10px}a{color:inherit}' +
  'iframe{width:100%;height:720px;border:1px solid #dddcd4;border-radius:4px;background:#fff}';
