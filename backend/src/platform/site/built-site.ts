import {
  CONFIG_PLACEHOLDER,
  CONSENT_PLACEHOLDER,
  renderTemplate,
  jsonForScript,
  dependsOnDate,
  SITE_MANIFEST_FILE,
  TEMPLATES_FOLDER,
  type TemplateValues,
  type SiteManifest,
} from '@subscription-site/shared/templates';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { inEveryEncoding, type Document } from './document.js';

/** What an installation tells its pages. */
export interface Installation {
  facts(): TemplateValues;
  /** Read by the page's script. */
  config: object;
  /** The element that carries it. */
  configElementId: string;
  /** Whether visitors are asked for consent. */
  asksConsent: boolean;
}

/** What to answer a path with. */
export interface SiteResponse {
  status: 200 | 404;
  document: Document;
}

const HTML = 'text/html; charset=utf-8';

/** The site as the build left it, with this installation's facts filled in: every page in memory, compressed, ready to be sent. */
export class BuiltSite {
  /** Hashes of the inline scripts, in the form a Content-Security-Policy wants. */
  readonly inlineScriptHashes: readonly string[];

  private constructor(
    private readonly exact: ReadonlyMap<string, SiteResponse>,
    private readonly patterns: readonly { pattern: RegExp; answer: SiteResponse }[],
    /** For every path that is none of the site's. */
    readonly notFound: SiteResponse,
    private readonly daily: readonly { answer: SiteResponse; renew: () => Promise<Document> }[],
  ) {
    const responses = [...exact.values(), ...patterns.map(({ answer: response }) => response), notFound];
    this.inlineScriptHashes = [
      ...new Set(responses.flatMap(({ document }) => hashesOf(document.identity.toString()))),
    ];
  }

  /** Whether a folder holds a built site. */
  static isIn(folder: string): boolean {
    return existsSync(join(folder, SITE_MANIFEST_FILE));
  }

  static async open(folder: string, installation: Installation): Promise<BuiltSite> {
    const read = (file: string) => readFile(join(folder, file), 'utf8');
    const template = (name: string) => read(join(TEMPLATES_FOLDER, name));
    const manifest = JSON.parse(await read(SITE_MANIFEST_FILE)) as SiteManifest;
    const { config, configElementId, asksConsent } = installation;
    const inserted: Record<string, string> = {
      [CONFIG_PLACEHOLDER]: `<script type="application/json" id="${configElementId}">${jsonForScript(config)}</script>`,
      [CONSENT_PLACEHOLDER]: asksConsent
        ? renderTemplate(await template(manifest.consent), installation.facts())
        : '',
    };
    const daily: { answer: SiteResponse; renew: () => Promise<Document> }[] = [];

    const response = async (status: 200 | 404, name: string, contentType = HTML): Promise<SiteResponse> => {
      const text = await template(name);
      // Facts first: what is inserted is complete as it is.
      const fill = () => {
        const filled = renderTemplate(text, installation.facts());
        const whole = Object.entries(inserted).reduce(
          (page, [where, what]) => page.replace(where, () => what),
          filled,
        );
        return inEveryEncoding(whole, contentType);
      };
      const made: SiteResponse = { status, document: await fill() };
      if (dependsOnDate(text)) daily.push({ answer: made, renew: fill });
      return made;
    };

    const exact = new Map<string, SiteResponse>();
    const patterns: { pattern: RegExp; answer: SiteResponse }[] = [];
    const work = [
      ...Object.entries(manifest.pages).map(async ([path, name]) =>
        exact.set(path, await response(200, name)),
      ),
      ...Object.entries(manifest.textFiles).map(async ([path, { template: name, contentType }]) =>
        exact.set(path, await response(200, name, contentType)),
      ),
    ];
    for (const [path, name] of Object.entries(manifest.clientRendered))
      patterns.push({ pattern: patternOf(path), answer: await response(200, name) });
    for (const [path, name] of Object.entries(manifest.missing))
      patterns.push({ pattern: patternOf(path), answer: await response(404, name) });
    await Promise.all(work);
    return new BuiltSite(exact, patterns, await response(404, manifest.notFound), daily);
  }

  /** The answer to a path without a slash at its end, or undefined where it is neither a page nor a text of the site. */
  find(path: string): SiteResponse | undefined {
    return this.exact.get(path) ?? this.patterns.find(({ pattern }) => pattern.test(path))?.answer;
  }

  /** Fills in again what names the present day. Until that is done the pages of the day before are served. */
  async renewDaily(): Promise<void> {
    for (const { answer: response, renew } of this.daily) response.document = await renew();
  }
}

function hashesOf(html: string): string[] {
  const scripts = html.matchAll(
    /<script(?![^>]*\bsrc=)(?![^>]*type="application\/(?:ld\+)?json")[^>]*>([\s\S]*?)<\/script>/g,
  );
  return [...scripts].map(([, code]) => `'sha256-${createHash('sha256').update(code!).digest('base64')}'`);
}

/** `/admin/*` matches everything below, `:id` one segment. */
function patternOf(path: string): RegExp {
  const source = path
    .split('/')
    .map((segment) => (segment === '*' ? '.*' : segment.startsWith(':') ? '[^/]+' : RegExp.escape(segment)))
    .join('/')
    .replace(/\/\.\*$/, '(?:/.*)?');
  return new RegExp(`^${source}$`);
}
