import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Plugin } from 'vite';

const { resolve } = createRequire(import.meta.url);
const BUILT_ROUTER = join(dirname(resolve('react-router/package.json')), 'dist', 'production', 'index.mjs');
const PRELOAD_HELPER = '\0vite/preload-helper.js';

/**
 * What others bring along, without what this site does not use; together a twentieth of all script a visitor is sent.
 * The router's package offers browsers its build for development only, and names its components in a way that keeps every one of
 * them. The helper around each `import()` looks for files to fetch beside it, of which this build names none.
 */
export function trimPackages(): Plugin {
  return {
    name: 'lean-packages',
    apply: 'build',
    enforce: 'pre',
    config: () => ({ resolve: { alias: [{ find: /^react-router$/, replacement: BUILT_ROUTER }] } }),
    load: (id) => (id === PRELOAD_HELPER ? 'export const __vitePreload = (load) => load();' : undefined),
    transform(code, id) {
      if (!/[\\/]react-router[\\/]dist[\\/]/.test(id)) return undefined;
      const trimmed = code
        .replaceAll(/^\w+\.displayName = "[^"]*";$/gm, '')
        .replaceAll(
          /(?<!@__PURE__ \*\/ )\bReact\d*\.(forwardRef|memo|createContext)\(/g,
          '/* @__PURE__ */ $&',
        );
      return { code: trimmed, map: null };
    },
  };
}

/** Search engines read what a page is about, visitors do not: the descriptions of the routes stay in the build. */
export function routesWithoutDescriptions(): Plugin {
  return {
    name: 'routes-without-descriptions',
    apply: 'build',
    enforce: 'pre',
    transform(code, id) {
      if (!id.endsWith('/src/app/routes.ts')) return undefined;
      return { code: code.replaceAll(/^ {4}description:\s+'(?:[^'\\\n]|\\.)*',$/gm, ''), map: null };
    },
  };
}
