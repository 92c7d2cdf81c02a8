/**
 * Facts of an installation. The build cannot know them, so it leaves a mark where one belongs, and the server fills it in once
 * at boot (`today` and `todayIso` once a day).
 */
export const FACTS = [
  'productName',
  'supportEmail',
  'company',
  'companyAddress',
  'appUrl',
  'siteUrl',
  'today',
  'todayIso',
] as const;
export type Fact = (typeof FACTS)[number];
export type Facts = Readonly<Record<Fact, string>>;

/** How a fact is written where it stands: in HTML or XML (text and quoted attributes), inside a JSON string, or as it is. */
export type Notation = 'html' | 'json' | 'text';

/** The mark for a fact. Passed through `encodeURIComponent` it stays a mark, and its fact is encoded the same way. */
export function mark(fact: Fact, notation: Notation = 'html'): string {
  return notation === 'html' ? `{{${fact}}}` : `{{${notation}:${fact}}}`;
}

const MARKS = new RegExp(
  String.raw`(\{\{|%7B%7B)(?:(json|text)(?::|%3A))?(${FACTS.join('|')})(?:\}\}|%7D%7D)`,
  'g',
);

/** Replaces every mark, each in its own notation. What a fact contains is never read as a mark. */
export function fillIn(template: string, facts: Facts): string {
  return template.replace(MARKS, (_mark, opening: string, notation: string | undefined, fact: Fact) => {
    const value = facts[fact];
    if (opening !== '{{') return encodeURIComponent(value);
    if (notation === 'json') return jsonText(value).slice(1, -1);
    return notation === 'text' ? value : htmlText(value);
  });
}

/** Whether a template names the present day, and so has to be filled in again each day. */
export function namesToday(template: string): boolean {
  return /\btoday(Iso)?(\}\}|%7D%7D)/.test(template);
}

/** JSON that may stand inside a script element: it cannot end it, nor begin a comment in it. */
export function jsonText(value: unknown): string {
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

/** Text for HTML or XML, safe in quoted attributes, too. */
export function htmlText(value: string): string {
  return value.replace(/[&<>"']/g, (character) => ENTITIES[character]!);
}

/** What the build leaves for the server, as beside the files: which paths exist, and what each is answered with. */
export interface SiteManifest {
  /** Finished pages by their exact path. */
  pages: Record<string, string>;
  /** Pages drawn in the browser, by path as the router reads it: `:id` is one segment, `/*` everything below. */
  drawn: Record<string, string>;
  /** Pages for paths that look like one of ours but name nothing; answered with 404. */
  missing: Record<string, string>;
  /** The page for every other path; answered with 404. */
  notFound: string;
  /** Files with marks in them, by path. */
  texts: Record<string, { template: string; contentType: string }>;
  /** Added to every page where an analytics service is configured. */
  consent: string;
}

/** File of the {@link SiteManifest}. Hidden, as the templates are: neither is served as it is. */
export const SITE_MANIFEST_FILE = '.site.json';
/** Folder of the templates. */
export const TEMPLATES_FOLDER = '.templates';
/** Where in a page the settings of the installation go, and where the consent banner. */
export const CONFIG_MARK = '<!--site-config-->';
export const CONSENT_MARK = '<!--consent-->';
