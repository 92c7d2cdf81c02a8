/**
 * Inline script in the head of every page: applies the theme before the first paint and hydrates on the first
 * interaction. Visitors who only read load no other script.
 */
import { deferLayout } from './deferred-layout';
import { hideForeignChanges } from './foreign-changes';
import { initializeTheme } from '../browser/theme';
import { hydrateOnIntent } from './hydrate-on-intent';

initializeTheme();
deferLayout();
hideForeignChanges();
const { entry, chunks } = (document.currentScript as HTMLScriptElement).dataset;
if (entry) hydrateOnIntent(entry, chunks ? chunks.split(' ') : []);
