import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const STYLE = `
:root { color-scheme: light dark; --paper: light-dark(#fafaf7, #121417); --sheet: light-dark(#fff, #1a1d21);
  --well: light-dark(#f0f0ea, #0c0e10); --ink: light-dark(#15171c, #f3f2ec); --soft: light-dark(#494d56, #b9bbc0);
  --rule: light-dark(#dddcd4, #30343a); --marker: light-dark(#e2f53c, #dcee3f); }
* { box-sizing: border-box; }
html { scroll-padding-top: 5rem; -webkit-text-size-adjust: 100%; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 400 1.0625rem/1.6 'Public Sans', Arial, system-ui, sans-serif; overflow-wrap: break-word; }
:focus-visible { outline: 3px solid var(--ink); outline-offset: 2px; box-shadow: 0 0 0 7px var(--marker); border-radius: 3px; }
[tabindex='-1']:focus-visible { outline: none; box-shadow: none; }
.skip, .hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.skip:focus { top: 0.5rem; left: 0.5rem; z-index: 30; width: auto; height: auto; padding: 0.75rem 1rem; clip-path: none; background: var(--marker); color: #15171c; font-weight: 600; }
.soft { color: var(--soft); }
.bar { position: sticky; top: 0; z-index: 20; display: flex; align-items: center; gap: 0.75rem; height: 4rem; padding: 0 1.25rem; border-bottom: 1px solid var(--rule); background: var(--paper); }
.bar a { display: flex; align-items: center; gap: 0.625rem; min-height: 2.75rem; color: var(--ink); text-decoration: none; }
.bar a:hover { text-decoration: underline; text-underline-offset: 0.22em; }
.bar { white-space: nowrap; }
.brand { min-width: 0; overflow: hidden; font-size: 1.25rem; font-weight: 700; letter-spacing: -0.025em; }
.bar .document { margin-left: auto; gap: 0.25em; font-size: 0.9375rem; font-weight: 500; }
h1, h2, h3 { margin: 0; letter-spacing: -0.025em; line-height: 1.15; text-wrap: balance; }
#content { min-width: 0; padding: 2.5rem 1.25rem 6rem; }
#content > h1 { font-size: clamp(2.25rem, 1.6rem + 2.8vw, 3.25rem); }
#content > section > h2 { margin-top: 3.5rem; font-size: 1.875rem; }
#quick-start h3 { margin-top: 2rem; font-size: 1.25rem; }
#quick-start p { margin: 0.375rem 0 0; color: var(--soft); }
#quick-start ol { margin: 0; padding: 0; list-style: none; counter-reset: step; }
#quick-start ol h3::before { counter-increment: step; content: counter(step) '. '; }
.lead { max-width: 46rem; margin: 1rem 0 0; color: var(--soft); }
:is(.lead, #errors, #quick-start p) code { padding: 0.1em 0.3em; background: var(--well); color: var(--ink); }
code, pre, .method { font-family: ui-monospace, monospace; font-size: 0.875rem; }
.snippet { max-width: 56rem; margin-top: 0.75rem; border: 1px solid var(--rule); border-radius: 4px; background: var(--sheet); }
.snippet > div { display: flex; align-items: center; justify-content: space-between; padding: 0.375rem 0.5rem 0.375rem 1rem; border-bottom: 1px solid var(--rule); font-size: 0.8125rem; }
.snippet pre { margin: 0; padding: 1rem; overflow-x: auto; line-height: 1.6; }
.snippet button { min-height: 2.25rem; min-width: 5rem; border: 1px solid light-dark(#7f828a, #757a83); border-radius: 3px; background: var(--sheet); color: var(--ink); font: inherit; font-weight: 600; cursor: pointer; }
.snippet button:hover { border-color: var(--ink); background: var(--marker); color: #15171c; }
nav { border-bottom: 1px solid var(--rule); background: var(--sheet); }
nav summary { min-height: 2.75rem; padding: 0.5rem 0; font-weight: 600; cursor: pointer; }
nav > details > summary { padding-inline: 1.25rem; }
.contents { padding: 0 1.25rem 1.5rem; font-size: 0.9375rem; }
.contents label { display: block; margin: 0.75rem 0 0.375rem; font-weight: 600; }
.contents input { width: 100%; min-height: 2.75rem; padding: 0 0.75rem; border: 1px solid light-dark(#7f828a, #757a83); border-radius: 3px; background: var(--paper); color: var(--ink); font: inherit; }
.contents p { margin: 0.5rem 0 0; color: var(--soft); }
.contents ul { margin: 0; padding: 0; list-style: none; }
.contents .sections { margin: 0.75rem 0; }
.contents a { display: flex; gap: 0.5rem; padding: 0.375rem 0.5rem; margin-inline: -0.5rem; border-radius: 3px; color: var(--ink); text-decoration: none; line-height: 1.4; }
.contents a:hover { background: var(--marker); color: #15171c; }
.sections a { font-weight: 600; }
.group { border-top: 1px solid var(--rule); }
.group summary::first-letter { text-transform: uppercase; }
.method { flex: 0 0 2.75rem; padding-top: 0.125rem; font-size: 0.75rem; font-weight: 700; text-transform: uppercase; }
.method.delete { color: light-dark(#b3261e, #ff9d92); }
.contents a:hover .method { color: inherit; }
@media (min-width: 64rem) {
  .columns { display: grid; grid-template-columns: 19rem minmax(0, 1fr); }
  nav { position: sticky; top: 4rem; height: calc(100dvh - 4rem); overflow-y: auto; border-right: 1px solid var(--rule); border-bottom: 0; }
  nav > details > summary { display: none; }
  .contents { padding-top: 0.5rem; }
  #content { padding: 3rem clamp(2rem, 4vw, 4.5rem) 6rem; }
}
#errors ul { max-width: 46rem; margin: 1rem 0 0; padding-left: 1.25rem; color: var(--soft); }
@media (max-width: 36rem) { .long { display: none; } }
@media (scripting: none) { [data-copy] { display: none; } }
@media (prefers-reduced-motion: no-preference) { html { scroll-behavior: smooth; } }
/* More specific than everything in Swagger UI, whose dark mode repeats its rules. */
html:not(#_) {
.swagger-ui { background: var(--paper); }
.swagger-ui :is(.topbar, .info) { display: none; }
.swagger-ui .wrapper { max-width: none; padding: 0; }
.swagger-ui :is(.information-container, .response-col_links) { display: none; }
.swagger-ui, .swagger-ui :is(button, select, input, textarea, .info, .info__extdocs, .opblock-tag, .opblock *, h1, h2, h3, h4, h5, p, td, th, label, table) {
  font-family: 'Public Sans', Arial, system-ui, sans-serif; }
.swagger-ui :is(.opblock-summary-path, .opblock-summary-path *, .opblock-summary-method, code, pre, pre *, textarea) { font-family: ui-monospace, monospace; }
.swagger-ui, .swagger-ui :is(.info .title, .info p, .info li, .opblock-tag, .opblock-tag small, h1, h2, h3, h4, h5, p, td, th, label, li,
  .opblock-summary-path, .opblock-summary-path__deprecated, .opblock-section-header h4, .opblock-section-header > label, .parameter__name,
  .parameter__type, .tab li, .response-col_status, .response-col_links, table thead tr :is(td, th), .model, .model-title, .prop-type,
  .scheme-container label, .servers-title, .dialog-ux *) { color: var(--ink); }
.swagger-ui :is(.opblock-summary-description, .markdown p, .renderedMarkdown p, .opblock-description-wrapper p) { color: var(--soft); }
.swagger-ui .opblock.opblock .tab-header .tab-item.active h4 span::after { background: var(--ink); }
.swagger-ui a { color: var(--ink); text-decoration: none; }
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

/** The documentation page and Swagger UI in the site's colors and type. */
export function documentationStyle(siteFolder: string): string {
  const assets = join(siteFolder, 'assets');
  const font = existsSync(assets) && readdirSync(assets).find((name) => /^public-sans-.*\.woff2$/.test(name));
  return font
    ? `@font-face { font-family: 'Public Sans'; src: url('/assets/${font}') format('woff2'); font-weight: 400 700; font-display: swap; }${STYLE}`
    : STYLE;
}
