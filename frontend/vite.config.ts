import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { prerenderedSite } from './build/prerendered-site';
import { trimPackages, routesWithoutDescriptions } from './build/trim-packages';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** React, the router, and our own small parts that stand on nearly every page. */
const FRAME =
  /node_modules\/(react|react-dom|react-router|react-router-dom|scheduler)\/|frontend\/src\/(app\/(app|router|routes|pages|route-page|link-prefetch|chunk-boundary|recovery-redirect|layout\/(site|mobile|login|lazy|theme).*)|ui\/(button|class-names|link|icons|toast-signal|toaster|loading)|lib\/(log|browser\/(?!color-scheme|use-page-title).*|config\/site-config|session\/(auth-provider|auth-context|auth-client|connection|mfa)))\.tsx?$/;
/** Toasts, for the pages that can raise one. */
const TOASTS = /node_modules\/react-hot-toast\/|frontend\/src\/ui\/(toast|toast-list)\.tsx$/;
/** What the price list needs and other pages share. */
const PRICES = /shared\/src\/plans|frontend\/src\/ui\/(segmented-control|disclosure|badge)/;

const root = here('.');
const alias = [
  { find: /^@subscription-site\/shared\/(.+)$/, replacement: here('../shared/src/$1/index.ts') },
];

export default defineConfig({
  root,
  plugins: [
    react(),
    tailwindcss(),
    trimPackages(),
    routesWithoutDescriptions(),
    prerenderedSite({ root, alias }),
  ],
  resolve: { alias },
  build: {
    outDir: 'dist',
    manifest: true,
    assetsInlineLimit: 0,
    // All styles stand in the page itself.
    cssCodeSplit: false,
    // Links fetch a page's code on intent, with all it imports; a list of it for every page would weigh more than it gains.
    modulePreload: false,
    rolldownOptions: {
      // Reading a property never does anything here; without this no unused component of the router could be left out.
      treeshake: { propertyReadSideEffects: false },
      output: {
        // What every page needs is one file: it compresses better than two, and changes with each release anyway.
        codeSplitting: {
          groups: [
            { name: 'frame', test: FRAME },
            { name: 'toasts', test: TOASTS },
            { name: 'prices', test: PRICES },
          ],
        },
      },
    },
  },
  server: { port: 5173, proxy: { '/api': process.env['API_URL'] ?? 'http://localhost:3000' } },
});
