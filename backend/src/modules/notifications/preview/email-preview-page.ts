import { escapeHtml } from '@subscription-site/shared/html';

/** A page with every email in its own frame. `path` is where the emails are served. */
export function emailPreviewPage(
  emails: readonly { template: string; subject: string }[],
  path: string,
): string {
  const sections = emails.map(({ template, subject }) => {
    const url = `${path}/${template}`;
    return `<section id="${template}"><h2>${escapeHtml(subject)}</h2><p><a href="${url}">${template}</a> · <a href="${url}?form=text">plain text</a></p><iframe src="${url}" title="${escapeHtml(subject)}" loading="lazy" sandbox></iframe></section>`;
  });
  const index = emails.map(({ template }) => `<li><a href="#${template}">${template}</a></li>`);
  return (
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">` +
    `<meta name="robots" content="noindex"><title>Emails</title><style>${STYLE}</style></head><body><h1>Emails</h1>` +
    `<p>Rendered with sample data. Links and codes are masked.</p><ul>${index.join('')}</ul>${sections.join('')}</body></html>`
  );
}

const STYLE =
  'body{margin:32px auto;max-width:760px;padding:0 16px;font:16px/1.5 system-ui,sans-serif;color:#15171c;background:#fafaf7}' +
  'ul{columns:3 180px;padding-left:18px}h2{margin:40px 0 0;font-size:18px}p{margin:4px 0 10px}a{color:inherit}' +
  'iframe{width:100%;height:720px;border:1px solid #dddcd4;border-radius:4px;background:#fff}';
