import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Plugin } from 'vite';

const { resolve } = createRequire(import.meta.url);
const BUILT = join(dirname(resolve('react-router/package.json')), 'dist', 'production', 'index.mjs');

/**
 * The router without what this site does not use. Its package offers browsers the build for development only, and names its
 * components in a way that keeps every one of them; both together are a twentieth of all script a visitor is sent.
 */
export function leanRouter(): Plugin {
  return {
    name: 'lean-router',
    apply: 'build',
    config: () => ({ resolve: { alias: [{ find: /^react-router$/, replacement: BUILT }] } }),
    transform(code, id) {
      if (!/[\\/]react-router[\\/]dist[\\/]/.test(id)) return undefined;
      const lean = code
        .replaceAll(/^\w+\.displayName = "[^"]*";$/gm, '')
        .replaceAll(
          /(?<!@__PURE__ \*\/ )\bReact\d*\.(forwardRef|memo|createContext)\(/g,
          '/* @__PURE__ */ $&',
        );
      return { code: lean, map: null };
    },
  };
}
