import { join } from 'node:path';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { developmentConfig } from './build/development-config';
import { prerenderedSite } from './build/prerendered-site';
import { pureReactCalls } from './build/pure-react-calls';
import { unusedAuthMethods } from './build/unused-auth-methods';
import { browserslist } from './package.json';

const here = (path: string) => join(import.meta.dirname, path);

/** React, the router, and small modules used on nearly every page. */
const FRAME =
  /node_modules\/(react|react-dom|react-router|react-router-dom|scheduler)\/|frontend\/src\/(app\/(app|router|routes|pages|route-page|link-prefetch|chunk-boundary|recovery-redirect|layout\/(site|skip|mobile|app-link|lazy|theme).*)|ui\/(buttons\/button|class-names|navigation\/link|icons\/icons|feedback\/(toast-signal|toaster|loading))|lib\/(log|hydration\/(?!static-content|use-is-client).*|browser\/(?!color-scheme|use-page-title).*|config\/site-config|session\/(auth-provider|auth-context|auth-client|connection|mfa)))\.tsx?$/;
/** Toasts, for the pages that can show one. */
const TOASTS = /node_modules\/react-hot-toast\/|frontend\/src\/ui\/feedback\/(toast|toast-list)\.tsx$/;
/** Shared by pages with long texts. */
const STATIC_CONTENT = /frontend\/src\/(lib\/hydration\/static-content|ui\/data-display\/no-break-hyphens)/;
/** Shared by the price list and the pages that show prices. */
const PRICES =
  /shared\/src\/plans|frontend\/src\/(lib\/(checkout-path|trial)|ui\/(forms\/segmented-control|data-display\/badge|icons\/check-icon))/;
/** Shared by the forms of sign-in, checkout and account. */
const FORMS =
  /shared\/src\/paths|frontend\/src\/(ui\/(forms\/(?!segmented|select|text-area|checkbox|file-field|radio|code-form|emailed-code|verification|catch)|focus)|lib\/(api\/(?!query|download|messages)|form-validation|use-load|use-cooldown|config\/account-rules|session\/auth-failure))/;

/** Error messages of the API. */
const ERRORS =
  /frontend\/src\/(lib\/api\/messages|ui\/(forms\/catch-form-error|feedback\/(load-error|empty-state)))/;
/** In the header while signed in. */
const ACCOUNT_MENU =
  /frontend\/src\/(app\/layout\/(account-|use-sign-out)|ui\/data-display\/avatar|lib\/session\/profile-picture)/;
/** Shared by the account pages and the console. */
const ACCOUNT =
  /frontend\/src\/(app\/(routes\/account\/account-page|guards\/(customer|redirect))|lib\/(api\/query-provider|session\/account-deletion)|ui\/(navigation\/section-link|layout\/titled-section|data-display\/(relative-time|item-list)|feedback\/skeleton))/;
/** Shared by the overview, billing and invoices. */
const BILLING =
  /frontend\/src\/features\/billing\/(api\/(queries|billing-api)|subscription|components\/(plan\/current-plan-card|cards\/lazy-card-form|deletion-alert|loading-states))/;

const root = here('.');
const alias = [{ find: /^@subscription-site\/shared\/(.+)$/, replacement: here('../shared/src/$1.ts') }];

export default defineConfig({
  root,
  plugins: [
    react(),
    tailwindcss(),
    pureReactCalls(),
    unusedAuthMethods(),
    prerenderedSite({ root, alias }),
    developmentConfig(process.env),
  ],
  resolve: { alias },
  build: {
    target: browserslist.map((browser) => browser.replace('ios_saf', 'ios').replace(' ', '')),
    outDir: 'dist',
    manifest: true,
    assetsInlineLimit: 0,
    // Styles are inlined in every page.
    cssCodeSplit: false,
    // Links prefetch page code on intent; preload lists would cost more than they gain.
    modulePreload: false,
    rolldownOptions: {
      // Property reads have no side effects here. Without this, unused router components would be bundled.
      treeshake: { propertyReadSideEffects: false },
      output: {
        // Code that every page needs goes into one file: it compresses better, and changes with every release anyway.
        codeSplitting: {
          groups: [
            { name: 'frame', test: FRAME },
            { name: 'toasts', test: TOASTS },
            { name: 'prices', test: PRICES },
            { name: 'amounts', test: /shared\/src\/(money|amounts|trial)/ },
            // On few public pages.
            { name: 'callout', test: /frontend\/src\/ui\/feedback\/callout/ },
            { name: 'static-content', test: STATIC_CONTENT },
            { name: 'forms', test: FORMS },
            { name: 'captcha', test: /frontend\/src\/(ui\/captcha\/(captcha|widget)|lib\/use-captcha)\./ },
            // With their dependencies, these would contain code of public pages.
            { name: 'errors', test: ERRORS, includeDependenciesRecursively: false },
            { name: 'account-menu', test: ACCOUNT_MENU, includeDependenciesRecursively: false },
            { name: 'account', test: ACCOUNT, includeDependenciesRecursively: false },
            { name: 'billing', test: BILLING, includeDependenciesRecursively: false },
            // For signed-in screens only; a journey checks that no public page, /auth or /checkout loads them.
            { name: 'react-query', test: /node_modules\/@tanstack\// },
            { name: 'react-hook-form', test: /node_modules\/react-hook-form\// },
          ],
        },
      },
    },
  },
  server: { port: 5173, proxy: { '/api': process.env['API_URL'] ?? 'http://localhost:3000' } },
});
