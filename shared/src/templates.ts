/**
 * Values that depend on the installation. The build does not know them and leaves placeholders, which the server renders once at
 * startup (`today` and `todayIso` once a day).
 */
export const TEMPLATE_VARIABLES = [
  'productName',
  'supportEmail',
  'company',
  'companyAddress',
  'appUrl',
  'siteUrl',
  'today',
  'todayIso',
] as const;
export type TemplateVariable = (typeof TEMPLATE_VARIABLES)[number];
export type TemplateValues = Readonly<Record<TemplateVariable, string>>;

/** How a value is escaped: for HTML or XML (text and quoted attributes), for the inside of a JSON string, or not at all. */
export type Escaping = 'html' | 'json' | 'text';

/** A placeholder passed through `encodeURIComponent` is still recognized, and its value is then URL-encoded. */
export function placeholder(variable: TemplateVariable, escaping: Escaping = 'html'): string {
  return escaping === 'html' ? `{{${variable}}}` : `{{${escaping}:${variable}}}`;
}

const PLACEHOLDERS = new RegExp(
  String.raw`(\{\{|%7B%7B)(?:(json|text)(?::|%3A))?(${TEMPLATE_VARIABLES.join('|')})(?:\}\}|%7D%7D)`,
  'g',
);

/** Replaces every placeholder according to its escaping. Values are never scanned for placeholders. */
export function renderTemplate(template: string, values: TemplateValues): string {
  return template.replace(
    PLACEHOLDERS,
    (_placeholder, opening: string, escaping: string | undefined, variable: TemplateVariable) => {
      const value = values[variable];
      if (opening !== '{{') return encodeURIComponent(value);
      if (escaping === 'json') return jsonForScript(value).slice(1, -1);
      return escaping === 'text' ? value : escapeHtml(value);
    },
  );
}

/** Whether a template contains the current date and has to be rendered again each day. */
export function dependsOnDate(template: string): boolean {
  return /\btoday(Iso)?(\}\}|%7D%7D)/.test(template);
}

/** JSON that is safe inside a script element: it cannot close the element or open a comment. */
export function jsonForScript(value: unknown): string {
  return JSON.stringify(value)
    .replaceAll('<', String.raw`\u003c`)
    .replaceAll('\u2028', String.raw`\u2028`)
    .replaceAll('\u2029', String.raw`\u2029`);
}

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#x27;',
};

/** Escapes text for HTML and XML, including quoted attributes. */
export function escapeHtml(value: string): string {
  return value.replace(/[&<>"']/g, (character) => ENTITIES[character]!);
}

/** Build output for the server: which paths exist and the template of each. */
export interface SiteManifest {
  /** Prerendered pages by exact path. */
  pages: Record<string, string>;
  /** Pages rendered in the browser, by route pattern: `:id` is one segment, `/*` everything below. */
  clientRendered: Record<string, string>;
  /** Client-rendered pages whose first screen is prerendered for exactly this path and query. */
  queries: Record<string, string>;
  /** 404 pages for paths that match a route but name no existing item, by route pattern. */
  missing: Record<string, string>;
  /** 404 page for every other path. */
  notFound: string;
  /** Text files with placeholders, by path. */
  textFiles: Record<string, { template: string; contentType: string }>;
  /** Consent banner, added to every page if an analytics service is configured. */
  consent: string;
}

/** File of the {@link SiteManifest}. Hidden, like the templates, because neither may be served as is. */
export const SITE_MANIFEST_FILE = '.site.json';
export const TEMPLATES_FOLDER = '.templates';
/** Where a page receives its site config and the consent banner. */
export const CONFIG_PLACEHOLDER = '<!--site-config-->';
export const CONSENT_PLACEHOLDER = '<!--consent-->';
