import type { OpenAPIObject } from '@nestjs/swagger';
import { escapeHtml } from '@subscription-site/shared/templates';
import type { Settings } from '../platform/config/settings.js';
import { API_ERRORS, API_SUMMARY } from './api-description.js';
import { quickStart, type QuickStartStep } from './quick-start.js';

interface Operation {
  method: string;
  path: string;
  operationId?: string;
  summary?: string;
  tags?: string[];
}

interface PageOptions {
  settings: Settings;
  /** Path of the page. Its assets are below. */
  path: string;
  style: string;
}

/** The documentation page: a quick start, and Swagger UI as the reference, beside a list of all operations. */
export function documentationPage(document: OpenAPIObject, { settings, path, style }: PageOptions): string {
  const { productName, siteUrl } = settings;
  const name = escapeHtml(productName);
  const { curl, supabaseJs } = quickStart(siteUrl);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>${name} API</title>
<link rel="icon" href="/favicon.svg">
<link rel="stylesheet" href="${path}/swagger-ui.css">
<style>${style}</style>
</head>
<body>
<a class="skip" href="#content">Skip to content</a>
<header class="bar">
<a class="brand" href="/"><img src="/favicon.svg" alt="" width="28" height="28"><span>${name}</span></a>
<span class="soft">API</span>
<a class="document" href="/api/openapi.json">OpenAPI<span class="long"> document</span></a>
</header>
<div class="columns">
<nav aria-label="API">
<details id="contents"><summary>Contents</summary>
<div class="contents">
<label for="filter">Find an endpoint</label>
<input id="filter" type="search" autocomplete="off" spellcheck="false" aria-keyshortcuts="/" placeholder="sign in, /subscription, DELETE…">
<p id="no-matches" role="status"></p>
<ul class="sections"><li><a href="#quick-start">Quick start</a></li><li><a href="#errors">Errors</a></li><li><a href="#reference">Reference</a></li></ul>
${groupByTag(document).map(navigationGroup).join('\n')}
</div>
</details>
</nav>
<main id="content" tabindex="-1">
<h1>${name} API</h1>
<p class="lead">${textWithCode(API_SUMMARY)}</p>
<section id="quick-start" aria-labelledby="quick-start-heading">
<h2 id="quick-start-heading">Quick start</h2>
<p>Paste these into a terminal, one after the other.</p>
<ol>${curl.map((step) => `<li>${codeStep(step)}</li>`).join('')}</ol>
${supabaseJs.map(codeStep).join('\n')}
</section>
<section id="errors" aria-labelledby="errors-heading">
<h2 id="errors-heading">Errors</h2>
<ul>${API_ERRORS.map((rule) => `<li>${textWithCode(rule)}</li>`).join('')}</ul>
</section>
<section id="reference" aria-labelledby="reference-heading">
<h2 id="reference-heading">Reference</h2>
<div id="swagger-ui"><p>Loading the reference...</p></div>
</section>
</main>
</div>
<script src="${path}/swagger-ui-bundle.js"></script>
<script src="${path}/swagger-ui-standalone-preset.js"></script>
<script src="${path}/swagger-ui-init.js"></script>
<script src="${path}/page.js"></script>
</body>
</html>`;
}

function textWithCode(markdown: string): string {
  return escapeHtml(markdown).replace(/`([^`]+)`/g, '<code>$1</code>');
}

function codeStep({ heading, text, language, code }: QuickStartStep): string {
  const name = escapeHtml(heading);
  return `<h3>${name}</h3><p>${escapeHtml(text)}</p>
<div class="snippet"><div><span class="soft">${language}</span><button type="button" data-copy>Copy<span class="hidden"> “${name}”</span></button></div><pre tabindex="0"><code>${escapeHtml(code)}</code></pre></div>`;
}

function groupByTag({ paths }: OpenAPIObject): [string, Operation[]][] {
  const groups = new Map<string, Operation[]>();
  for (const [path, item] of Object.entries(paths)) {
    for (const [method, operation] of Object.entries(item as Record<string, Omit<Operation, 'path'>>)) {
      const tag = operation.tags?.[0] ?? '';
      groups.set(tag, [...(groups.get(tag) ?? []), { ...operation, method, path }]);
    }
  }
  return [...groups].toSorted(([a], [b]) => a.localeCompare(b));
}

function navigationGroup([tag, operations]: [string, Operation[]]): string {
  const items = operations.map(({ method, path, summary = path, operationId = '' }) => {
    const href = `#/${encodeURIComponent(tag)}/${encodeURIComponent(operationId)}`;
    return `<li><a href="${escapeHtml(href)}" data-path="${escapeHtml(`${method} ${path}`)}"><span class="method ${method}">${method === 'delete' ? 'del' : method}</span><span>${escapeHtml(summary)}</span></a></li>`;
  });
  return `<details class="group"><summary>${escapeHtml(tag)} <span class="soft">${operations.length}</span></summary><ul>${items.join('')}</ul></details>`;
}
