import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type Alias, type InlineConfig, type Manifest, type Rolldown } from 'vite';
import type * as Site from '../src/prerender';
import type { SiteRoute } from '../src/app/routes';

export const RENDERER_FOLDER = '.renderer';

export interface SourceTree {
  root: string;
  alias: Alias[];
}

const INLINE_SCRIPTS = {
  boot: 'src/lib/hydration/boot.ts',
  consent: 'src/features/consent/consent-script.ts',
};

/** Bundles an inline script into a single minified string. */
export async function inlineScript(tree: SourceTree, name: keyof typeof INLINE_SCRIPTS): Promise<string> {
  const output = (await build({
    ...baseConfig(tree),
    build: {
      write: false,
      minify: true,
      target: 'es2022',
      lib: { entry: join(tree.root, INLINE_SCRIPTS[name]), formats: ['iife'], name },
    },
  })) as Rolldown.RolldownOutput[];
  const [chunk] = output[0]!.output;
  return chunk.code.trim();
}

/** Builds the site for Node.js. `findSource` returns the source file of a route's page. */
export async function buildRenderer(tree: SourceTree, folder: string) {
  const outDir = join(folder, RENDERER_FOLDER);
  await build({
    ...baseConfig(tree),
    build: {
      outDir,
      emptyOutDir: true,
      copyPublicDir: false,
      manifest: true,
      minify: false,
      ssr: join(tree.root, 'src/prerender/index.tsx'),
    },
  });
  const manifest = JSON.parse(await readFile(join(outDir, '.vite/manifest.json'), 'utf8')) as Manifest;
  const entry = Object.values(manifest).find(({ isEntry }) => isEntry)!;
  const site = (await import(pathToFileURL(join(outDir, entry.file)).href)) as typeof Site;
  return { site, findSource: (route: SiteRoute) => findSource(route, manifest) };
}

/** The `load` function of a built route names its chunk, which the manifest maps to a source file. */
function findSource({ path, load }: SiteRoute, manifest: Manifest): string {
  const [, file] = /import\(["'`]\.\/([^"'`]+)["'`]\)/.exec(load.toString()) ?? [];
  const [source] = Object.entries(manifest).find(([, chunk]) => file && chunk.file.endsWith(file)) ?? [];
  if (!source) throw new Error(`Source file not found for the page at ${path}: ${load.toString()}`);
  return source;
}

function baseConfig({ root, alias }: SourceTree): InlineConfig {
  return { root, configFile: false, logLevel: 'warn', resolve: { alias } };
}
