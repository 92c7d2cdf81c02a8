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
import { encodeDocument, type Document } from './document.js';

/** Values of this installation that are filled into the pages. */
export interface Installation {
  facts(): TemplateValues;
  /** Read by the frontend. */
  config: object;
  /** ID of the script element that contains it. */
  configElementId: string;
  /** Whether to ask visitors for cookie consent. */
  asksConsent: boolean;
}

/** The response to a path. */
export interface SiteResponse {
  status: 200 | 404;
  document: Document;
}

const HTML = 'text/html; charset=utf-8';

/** The built site with this installation's values filled in. Every page is in memory, compressed and ready to send. */
export class BuiltSite {
  /** Hashes of inline scripts, as Content-Security-Policy sources. */
  readonly inlineScriptHashes: readonly string[];

  private constructor(
    private readonly exact: ReadonlyMap<string, SiteResponse>,
    private readonly patterns: readonly { pattern: RegExp; response: SiteResponse }[],
    /** For unknown paths. */
    readonly notFound: SiteResponse,
    private readonly dated: readonly { response: SiteResponse; render: () => Promise<Document> }[],
  ) {
    const responses = [...exact.values(), ...patterns.map(({ response }) => response), notFound];
    this.inlineScriptHashes = [
      ...new Set(responses.flatMap(({ document }) => hashScripts(document.identity.toString()))),
    ];
  }

  /** Whether a folder contains a built site. */
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
    const dated: { response: SiteResponse; render: () => Promise<Document> }[] = [];

    const createResponse = async (
      status: 200 | 404,
      name: string,
      contentType = HTML,
    ): Promise<SiteResponse> => {
      const text = await template(name);
      // Fill in values first: inserted content must not be processed again.
      const render = () => {
        const filled = renderTemplate(text, installation.facts());
        const page = Object.entries(inserted).reduce(
          (html, [mark, content]) => html.replace(mark, () => content),
          filled,
        );
        return encodeDocument(page, contentType);
      };
      const response: SiteResponse = { status, document: await render() };
      if (dependsOnDate(text)) dated.push({ response, render });
      return response;
    };

    const exact = new Map<string, SiteResponse>();
    const patterns: { pattern: RegExp; response: SiteResponse }[] = [];
    const work = [
      ...Object.entries(manifest.pages).map(async ([path, name]) =>
        exact.set(path, await createResponse(200, name)),
      ),
      ...Object.entries(manifest.queries).map(async ([url, name]) =>
        exact.set(url, await createResponse(200, name)),
      ),
      ...Object.entries(manifest.textFiles).map(async ([path, { template: name, contentType }]) =>
        exact.set(path, await createResponse(200, name, contentType)),
      ),
    ];
    for (const [path, name] of Object.entries(manifest.clientRendered))
      patterns.push({ pattern: pathToRegExp(path), response: await createResponse(200, name) });
    for (const [path, name] of Object.entries(manifest.missing))
      patterns.push({ pattern: pathToRegExp(path), response: await createResponse(404, name) });
    await Promise.all(work);
    return new BuiltSite(exact, patterns, await createResponse(404, manifest.notFound), dated);
  }

  /** The response to a path without a trailing slash, or undefined if it is neither a page nor a text file of the site. */
  find(path: string, query = ''): SiteResponse | undefined {
    return (
      this.exact.get(path + query) ??
      this.exact.get(path) ??
      this.patterns.find(({ pattern }) => pattern.test(path))?.response
    );
  }

  /** Renders the pages that contain the current date again. Until then, the pages of the previous day are served. */
  async renderDatedPages(): Promise<void> {
    for (const { response, render } of this.dated) response.document = await render();
  }
}

function hashScripts(html: string): string[] {
  const scripts = html.matchAll(
    /<script(?![^>]*\bsrc=)(?![^>]*type="application\/(?:ld\+)?json")[^>]*>([\s\S]*?)<\/script>/g,
  );
  return [...scripts].map(([, code]) => `'sha256-${createHash('sha256').update(code!).digest('base64')}'`);
}

/** `*` at the end matches everything below, `:id` one segment. */
function pathToRegExp(path: string): RegExp {
  const source = path
    .split('/')
    .map((segment) => (segment === '*' ? '.*' : segment.startsWith(':') ? '[^/]+' : RegExp.escape(segment)))
    .join('/')
    .replace(/\/\.\*$/, '(?:/.*)?');
  return new RegExp(`^${source}$`);
}
