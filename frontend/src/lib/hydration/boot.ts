/**
 * Inline script in the head of every page: applies the theme before the first paint and hydrates on the first
 * interaction. Visitors who only read load no other script.
 */
import { deferLayout } from './deferred-layout';
import { hideThirdPartyChanges } from './third-party-changes';
import { initializeTheme } from '../browser/theme';
import { tolerateMovedNodes } from '../browser/moved-nodes';
import { hydrateOnIntent } from './hydrate-on-intent';
import { HYDRATING_EVENT } from './hydration-state';

initializeTheme();
deferLayout();
document.addEventListener(HYDRATING_EVENT, tolerateMovedNodes);
hideThirdPartyChanges();
const { entry, chunks } = (document.currentScript as HTMLScriptElement).dataset;
if (entry) hydrateOnIntent(entry, chunks ? chunks.split(' ') : []);
