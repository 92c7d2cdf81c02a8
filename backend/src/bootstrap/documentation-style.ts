import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const STYLE = `
:root { color-scheme: light dark; --paper: light-dark(#fafaf7, #121417); --sheet: light-dark(#fff, #1a1d21);
  --well: light-dark(#f0f0ea, #0c0e10); --ink: light-dark(#15171c, #f3f2ec); --soft: light-dark(#494d56, #b9bbc0);
  --rule: light-dark(#dddcd4, #30343a); --marker: light-dark(#e2f53c, #dcee3f); }
/* More specific than everything in Swagger UI, whose dark mode repeats its rules. */
html:not(#_) {
&, body, .swagger-ui { margin: 0; background: var(--paper); }
.swagger-ui .topbar, .swagger-ui .info .title small, .swagger-ui .info hgroup.main > a { display: none; }
.swagger-ui .wrapper { max-width: 77rem; padding: 0 1.25rem; }
.swagger-ui, .swagger-ui :is(button, select, input, textarea, .info, .info__extdocs, .opblock-tag, .opblock *, h1, h2, h3, h4, h5, p, td, th, label, table) {
  font-family: 'Public Sans', Arial, system-ui, sans-serif; }
.swagger-ui :is(.opblock-summary-path, .opblock-summary-path *, .opblock-summary-method, code, pre, pre *, textarea) { font-family: ui-monospace, monospace; }
.swagger-ui, .swagger-ui :is(.info .title, .info p, .info li, .opblock-tag, .opblock-tag small, h1, h2, h3, h4, h5, p, td, th, label, li,
  .opblock-summary-path, .opblock-summary-path__deprecated, .opblock-section-header h4, .opblock-section-header > label, .parameter__name,
  .parameter__type, .tab li, .response-col_status, .response-col_links, table thead tr :is(td, th), .model, .model-title, .prop-type,
  .scheme-container label, .servers-title, .dialog-ux *) { color: var(--ink); }
.swagger-ui :is(.opblock-summary-description, .markdown p, .renderedMarkdown p, .opblock-description-wrapper p) { color: var(--soft); }
.swagger-ui .info { margin: 0; padding: 7rem 0 2rem; }
.swagger-ui .info .title { font-size: clamp(2.25rem, 1.6rem + 2.8vw, 3.625rem); letter-spacing: -0.025em; }
.swagger-ui .info .description { max-width: 46rem; }
.swagger-ui .info .description p { font-size: 1.0625rem; line-height: 1.6; }
.swagger-ui .info .description code { padding: 0.1em 0.3em; font-size: 0.875em; font-weight: 500; }
.swagger-ui :is(.info, .markdown, .renderedMarkdown) code { color: var(--ink); background: var(--well); }
.swagger-ui .opblock.opblock .tab-header .tab-item.active h4 span::after { background: var(--ink); }
.swagger-ui .info__extdocs { position: absolute; inset: 0 0 auto; height: 4rem; display: flex; align-items: center;
  padding: 0 max(1.25rem, (100vw - 77rem) / 2 + 1.25rem); border-bottom: 1px solid var(--rule); color: var(--ink); font-size: 1rem; font-weight: 700; gap: 0.625rem; }
.swagger-ui .info__extdocs::before { content: ''; width: 1.75rem; aspect-ratio: 1; background: url(/favicon.svg) center / contain no-repeat; }
.swagger-ui a { color: var(--ink); text-decoration: none; }
.swagger-ui :is(.info, .markdown, .renderedMarkdown) a { color: var(--ink); text-decoration: underline; text-underline-offset: 0.22em; }
.swagger-ui .scheme-container { margin: 0 0 1.5rem; padding: 1rem 0; background: none; box-shadow: none; border-block: 1px solid var(--rule); }
.swagger-ui .opblock-tag { padding: 1.25rem 0 0.75rem; border-bottom: 2px solid var(--ink); font-size: 1.375rem; letter-spacing: -0.025em; text-transform: capitalize; }
.swagger-ui .opblock-tag:hover { background: var(--well); }
.swagger-ui .opblock.opblock { margin: 0; border: 0; border-bottom: 1px solid var(--rule); border-radius: 0; background: none; box-shadow: none; }
.swagger-ui .opblock .opblock-summary { border: 0; padding: 0.5rem 0; }
.swagger-ui .opblock .opblock-summary:hover { background: var(--well); }
.swagger-ui .opblock.opblock .opblock-summary-method { min-width: 4.5rem; border-radius: 3px; background: none; border: 1px solid var(--ink); color: var(--ink); text-shadow: none; font-size: 0.75rem; }
.swagger-ui .opblock.opblock-delete .opblock-summary-method { border-color: light-dark(#b3261e, #ff9d92); color: light-dark(#b3261e, #ff9d92); }
.swagger-ui .opblock.opblock-get .opblock-summary-method { background: var(--ink); color: var(--paper); }
.swagger-ui :is(.opblock-body, .opblock-section-header, section.models, .model-box, .dialog-ux .modal-ux, .responses-inner) { background: var(--sheet); box-shadow: none; }
.swagger-ui :is(input, select, textarea, .btn) { background-color: var(--sheet); color: var(--ink); border: 1px solid light-dark(#7f828a, #757a83); border-radius: 3px; box-shadow: none; }
.swagger-ui .btn.authorize { border-color: var(--ink); color: var(--ink); }
.swagger-ui .btn.execute { background: var(--ink); color: var(--paper); }
.swagger-ui svg:not(:root) { fill: var(--ink); color: var(--ink); }
.swagger-ui section.models { border: 1px solid var(--rule); border-radius: 4px; }
.swagger-ui :focus-visible { outline: 3px solid var(--ink); outline-offset: 2px; box-shadow: 0 0 0 7px var(--marker); }
@media (max-width: 48rem) { .swagger-ui .opblock .opblock-summary-description { display: none; } }
}
`;

/** Swagger UI in the site's colors and type. The link to the site, part of the document, is styled as the page's header. */
export function documentationStyle(siteFolder: string): string {
  const assets = join(siteFolder, 'assets');
  const font = existsSync(assets) && readdirSync(assets).find((name) => /^public-sans-.*\.woff2$/.test(name));
  return font
    ? `@font-face { font-family: 'Public Sans'; src: url('/assets/${font}') format('woff2'); font-weight: 400 700; font-display: swap; }${STYLE}`
    : STYLE;
}
