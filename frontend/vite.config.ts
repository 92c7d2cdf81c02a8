import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** React, the router, toasts, and our own small parts that stand on nearly every page. */
const FRAME =
  /node_modules\/(react|react-dom|react-router|react-router-dom|scheduler|react-hot-toast)\/|frontend\/src\/(main|app\/(app|router|routes|route-page|chunk-boundary|recovery-watch|layout\/(site|mobile|login|lazy).*)|ui\/(button|class-names|icons|toast|toaster|waiting|slip)|lib\/(log|browser\/.*|config\/.*|session\/(auth-provider|auth-context|auth-client|connection)))\.tsx?$/;
/** What the price list needs and other pages share. */
const PRICES = /shared\/src\/(plans|money)|frontend\/src\/ui\/(choice|disclosure|badge)/;

/** Writes `routes.json` beside the built page, so that the server knows which paths exist. */
function routeManifest(): Plugin {
  return afterBuild('route-manifest', async (folder) => {
    const { ROUTES } = (await import(here('./src/app/routes.ts'))) as {
      ROUTES: readonly { path: string }[];
    };
    const paths = ROUTES.map((route) => route.path);
    await writeFile(join(folder, 'routes.json'), `${JSON.stringify({ paths }, null, 2)}\n`);
  });
}

/** Writes each text file once more as gzip and as Brotli: the server hands them out as they are and never compresses a file itself. */
function compressedCopies(): Plugin {
  return afterBuild('compressed-copies', async (folder) => {
    const files = await readdir(folder, { recursive: true });
    for (const file of files.filter((name) => /\.(js|css|svg)$/.test(name))) {
      const path = join(folder, file);
      const content = await readFile(path);
      await writeFile(`${path}.gz`, await promisify(gzip)(content, { level: 9 }));
      await writeFile(`${path}.br`, await promisify(brotliCompress)(content));
    }
  });
}

/** A step that runs once everything is written, given the folder it was written to. */
function afterBuild(name: string, run: (folder: string) => Promise<void>): Plugin {
  let folder = '';
  return {
    name,
    apply: 'build',
    configResolved: ({ root, build }) => {
      folder = resolve(root, build.outDir);
    },
    closeBundle: () => run(folder),
  };
}

export default defineConfig({
  root: here('.'),
  plugins: [react(), tailwindcss(), routeManifest(), compressedCopies()],
  resolve: {
    alias: [{ find: /^@subscription-site\/shared\/(.+)$/, replacement: here('../shared/src/$1/index.ts') }],
  },
  build: {
    outDir: 'dist',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // What every page needs is one file: it compresses better than two, and changes with each release anyway.
        codeSplitting: {
          groups: [
            { name: 'frame', test: FRAME },
            { name: 'prices', test: PRICES },
          ],
        },
      },
    },
  },
  server: { port: 5173, proxy: { '/api': process.env['API_URL'] ?? 'http://localhost:3000' } },
});
