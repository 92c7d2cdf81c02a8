import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { SITE_MANIFEST_FILE, TEMPLATES_FOLDER, type SiteManifest } from '@subscription-site/shared/templates';
import type { Plugin } from 'vite';
import { ClientChunks } from './client-chunks';
import { compressFiles } from './compress-files';
import { drawIcons, drawSocialImage } from './draw-images';
import { inlineScript, buildRenderer, RENDERER_FOLDER, type SourceTree } from './nested-builds';

/**
 * Runs after the client build: prerenders every public page, draws icons and images, generates crawler files,
 * and writes the manifest for the server.
 */
export function prerenderedSite(tree: SourceTree): Plugin {
  let folder: string | undefined;
  let failed = false;
  return {
    name: 'prerendered-site',
    configResolved: ({ command, build }) => {
      if (command === 'build') folder = join(tree.root, build.outDir);
    },
    async transformIndexHtml() {
      // Nothing is prerendered in development, but the theme script is needed.
      return folder ? [] : [{ tag: 'script', injectTo: 'head', children: await inlineScript(tree, 'boot') }];
    },
    buildEnd: (error) => {
      failed = Boolean(error);
    },
    async closeBundle() {
      if (folder && !failed) await prerender(folder, tree);
    },
  };
}

/** The font file that the styles load. */
function fontIn(css: string): string {
  const [, url] = /url\(["']?([^"')]+\.woff2)/.exec(css) ?? [];
  if (!url) throw new Error('The styles load no font.');
  return url;
}

async function prerender(folder: string, tree: SourceTree): Promise<void> {
  const { site, findSource } = await buildRenderer(tree, folder);
  const chunks = await ClientChunks.in(folder);
  const css = await chunks.takeStyles();
  const client = {
    entry: chunks.entry,
    entryChunks: chunks.ofEntry(),
    css,
    font: fontIn(css),
    boot: await inlineScript(tree, 'boot'),
  };
  const pages = site.publicPages();
  const manifest: SiteManifest = {
    pages: {},
    clientRendered: {},
    queries: {},
    missing: {},
    notFound: '',
    textFiles: {},
    consent: '',
  };

  for (const page of pages) {
    const body = await site.renderBody(page.path);
    const document = site.prerenderedDocument(page, body, chunksFor(page.path), client);
    manifest.pages[page.path] = await template(`${page.path.slice(1) || 'home'}.html`, document);
    await write(join(folder, site.imagePath(page.path)), drawSocialImage(page));
  }
  const noscript = site.renderNoscript();
  for (const { path, title } of site.clientRoutes()) {
    const name = path
      .slice(1)
      .replaceAll(/[^a-z-]+/g, '-')
      .replace(/-$/, '');
    manifest.clientRendered[path] = await template(
      `client-rendered/${name}.html`,
      site.clientDocument(title, client, { noscript }),
    );
  }
  for (const url of site.checkoutPaths()) {
    const path = url.split('?', 1)[0]!;
    const document = site.clientDocument(site.matchRoute(path).title, client, {
      body: await site.renderBody(url),
      chunks: chunksFor(path),
    });
    manifest.queries[url] = await template(
      `client-rendered/${url.slice(1).replaceAll(/[^a-z]+/g, '-')}.html`,
      document,
    );
  }
  for (const { path } of site.missingRoutes()) {
    const name = `missing${path.replaceAll(/[^a-z]+/g, '-').replace(/-$/, '')}.html`;
    manifest.missing[path] = await missing(name, path.replaceAll(':', ''));
  }
  manifest.notFound = await missing('404.html', '/404');
  for (const { path, contentType, text } of site.siteTexts(pages))
    manifest.textFiles[path] = { template: await template(path.slice(1), text), contentType };
  const consent = `<script>${await inlineScript(tree, 'consent')}</script>${site.renderConsent()}`;
  manifest.consent = await template('consent.html', consent);

  await drawIcons(folder);
  await write(join(folder, SITE_MANIFEST_FILE), `${JSON.stringify(manifest, null, 2)}\n`);
  for (const scaffold of ['index.html', '.vite', RENDERER_FOLDER])
    await rm(join(folder, scaffold), { recursive: true });
  await compressFiles(folder);

  function chunksFor(path: string): string[] {
    return chunks.of(findSource(site.matchRoute(path)));
  }

  async function missing(name: string, address: string): Promise<string> {
    const { title } = site.matchRoute(address);
    return template(
      name,
      site.notFoundDocument(title, await site.renderBody(address), chunksFor(address), client),
    );
  }

  async function template(name: string, text: string): Promise<string> {
    await write(join(folder, TEMPLATES_FOLDER, name), text);
    return name;
  }
}

async function write(file: string, content: string | Uint8Array): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, content);
}
