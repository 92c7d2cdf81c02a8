import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Plugin } from 'vite';

const { resolve } = createRequire(import.meta.url);
const BUILT_ROUTER = join(dirname(resolve('react-router/package.json')), 'dist', 'production', 'index.mjs');
const PRELOAD_HELPER = '\0vite/preload-helper.js';

/**
 * Removes what this site does not use from its dependencies, about 5% of all scripts. react-router exports
 * only its development build to browsers and sets display names that defeat tree shaking. Vite's preload
 * helper is not needed, because this build emits no preload lists.
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

/** Removes the routes' descriptions from the client build; only prerendering needs them. */
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
