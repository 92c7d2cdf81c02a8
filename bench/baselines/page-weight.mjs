import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { root } from '../../stack/machine/runtime.mjs';

const APP = `
  import { createElement } from 'react';
  import { createRoot } from 'react-dom/client';
  import { BrowserRouter, Link, Route, Routes } from 'react-router-dom';
  const page = createElement(Routes, null, createElement(Route, { path: '*', element: createElement(Link, { to: '/' }) }));
  createRoot(document.body).render(createElement(BrowserRouter, null, page));`;
const TOASTS = `
  import toast, { Toaster } from 'react-hot-toast';
  globalThis.toasts = [toast, Toaster];`;
const CHECKOUT = `
  import { loadStripe } from '@stripe/stripe-js/pure';
  import { CardElement, Elements, useElements, useStripe } from '@stripe/react-stripe-js';
  globalThis.checkout = [loadStripe, CardElement, Elements, useElements, useStripe];`;

/** Gzipped bytes of the libraries each page requires, without any of our code. */
export async function pageWeights() {
  return { pricing: await weigh(APP + TOASTS), checkout: await weigh(APP + TOASTS + CHECKOUT) };
}

async function weigh(source) {
  const frontend = join(root, 'frontend', 'package.json');
  const { build } = await import(pathToFileURL(createRequire(frontend).resolve('vite')).href);
  const { output } = await build({
    root: join(root, 'frontend'),
    configFile: false,
    logLevel: 'silent',
    plugins: [
      {
        name: 'baseline',
        resolveId: (id) => (id === 'baseline' ? join(root, 'frontend', 'baseline.js') : undefined),
        load: (id) => (id === join(root, 'frontend', 'baseline.js') ? source : undefined),
      },
    ],
    build: { write: false, modulePreload: { polyfill: false }, rolldownOptions: { input: 'baseline' } },
  });
  const code = output.filter(({ type }) => type === 'chunk').map((chunk) => chunk.code);
  return code.reduce((sum, each) => sum + gzipSync(each, { level: 9 }).length, 0);
}
