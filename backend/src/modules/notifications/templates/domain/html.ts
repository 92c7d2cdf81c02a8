import { escapeHtml } from '@subscription-site/shared/html';
import type { Block, Brand, EmailBody } from './template.js';

const SANS = "-apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif";
const MONO = 'ui-monospace,Menlo,Consolas,monospace';
const TEXT = `margin:0 0 18px;font-size:16px;line-height:1.6`;

/** Colors for dark mode. All other styles are inline because many email clients drop style sheets. */
const DARK = `<style>@media (prefers-color-scheme:dark){.paper{background:#121417!important}.sheet{background:#1a1d21!important}.ink{color:#f3f2ec!important}.soft{color:#b9bbc0!important}.rule{border-color:#30343a!important}}</style>`;

/** The email in the site's visual style. */
export function renderHtml({ heading, preview, blocks }: EmailBody, brand: Brand): string {
  const { head, foot } = getLayout(brand);
  return (
    head +
    `<div style="display:none;max-height:0;overflow:hidden">${escapeHtml(preview)}</div>` +
    `<h1 class="ink" style="margin:0 0 20px;font-size:26px;line-height:1.2;letter-spacing:-.02em;color:#15171c">${escapeHtml(heading)}</h1>` +
    blocks.map(renderBlock).join('') +
    foot
  );
}

function renderBlock(block: Block): string {
  switch (block.kind) {
    case 'paragraph':
      return `<p class="ink" style="${TEXT};color:#15171c">${escapeHtml(block.text)}</p>`;
    case 'note':
      return `<p class="soft" style="margin:0 0 18px;font-size:14px;line-height:1.55;color:#494d56">${escapeHtml(block.text)}</p>`;
    case 'button':
      return `<p style="margin:0 0 22px"><a href="${escapeHtml(block.url)}" style="display:inline-block;padding:13px 22px;border-radius:3px;background:#e2f53c;color:#15171c;font-size:16px;font-weight:700;text-decoration:none">${escapeHtml(block.label)}</a></p>`;
    case 'link':
      return `<p style="${TEXT}"><a class="ink" href="${escapeHtml(block.url)}" style="color:#15171c">${escapeHtml(block.label)}</a></p>`;
    case 'code':
      return `<p class="ink" style="margin:0 0 22px;font:700 26px ${MONO};letter-spacing:.16em;color:#15171c">${escapeHtml(block.text)}</p>`;
    case 'details':
      return `<table role="presentation" width="100%" cellspacing="0" cellpadding="0" style="margin:0 0 22px;font:15px/1.5 ${SANS};font-variant-numeric:tabular-nums">${block.rows.map(renderRow).join('')}</table>`;
    case 'steps':
      return `<p class="ink" style="margin:0 0 8px;font-size:16px;font-weight:700;color:#15171c">${escapeHtml(block.heading)}</p><ol class="ink" style="margin:0 0 18px;padding-left:22px;font-size:16px;line-height:1.6;color:#15171c">${block.items.map((item) => `<li>${linkTrailingUrl(item)}</li>`).join('')}</ol>`;
    case 'quote':
      return `<blockquote class="ink rule" style="margin:0 0 18px;padding:2px 0 2px 14px;border-left:3px solid #dddcd4;font-size:16px;line-height:1.6;white-space:pre-wrap;color:#15171c">${escapeHtml(block.text)}</blockquote>`;
  }
}

function renderRow([label, value]: readonly [string, string]): string {
  const cell = 'padding:9px 0;border-bottom:1px dotted #7f828a';
  return `<tr><td class="soft rule" style="${cell};color:#494d56">${escapeHtml(label)}</td><td class="ink rule" align="right" style="${cell};font-weight:700;color:#15171c">${escapeHtml(value)}</td></tr>`;
}

/** Only for our own text, never for user-supplied text. */
function linkTrailingUrl(text: string): string {
  return escapeHtml(text).replace(
    /https?:\/\/\S+$/,
    (url) => `<a class="ink" href="${url}" style="color:#15171c">${url}</a>`,
  );
}

let layout: { brand: Brand; head: string; foot: string } | undefined;

/** Header and footer of every email, cached for the last brand. */
function getLayout(brand: Brand): { head: string; foot: string } {
  if (layout?.brand !== brand) layout = { brand, head: renderHead(brand), foot: renderFoot(brand) };
  return layout;
}

function renderHead({ productName, siteUrl }: Brand): string {
  return (
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="format-detection" content="telephone=no,date=no,address=no,email=no,url=no"><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">${DARK}</head>` +
    `<body class="paper" style="margin:0;padding:0;background:#fafaf7;font-family:${SANS}"><table role="presentation" width="100%" cellspacing="0" cellpadding="0" class="paper" style="background:#fafaf7"><tr><td align="center" style="padding:32px 16px">` +
    `<table role="presentation" width="100%" cellspacing="0" cellpadding="0" style="max-width:560px;text-align:left"><tr><td style="padding:0 0 18px"><a class="ink" href="${escapeHtml(siteUrl)}" style="font-size:18px;font-weight:700;letter-spacing:-.02em;color:#15171c;text-decoration:none"><span style="display:inline-block;width:22px;height:10px;margin-right:10px;background:#e2f53c"></span>${escapeHtml(productName)}</a></td></tr>` +
    `<tr><td class="sheet rule" style="padding:34px 32px 18px;background:#ffffff;border:1px solid #dddcd4;border-radius:4px">`
  );
}

function renderFoot({ productName, siteUrl, supportEmail }: Brand): string {
  const email = escapeHtml(supportEmail);
  return `</td></tr><tr><td class="soft" style="padding:18px 0 0;font-size:13px;line-height:1.6;color:#666a73">Questions? <a class="soft" href="mailto:${email}" style="color:#666a73">${email}</a><br>${escapeHtml(productName)}, <a class="soft" href="${escapeHtml(siteUrl)}" style="color:#666a73">${escapeHtml(siteUrl)}</a></td></tr></table></td></tr></table></body></html>`;
}
