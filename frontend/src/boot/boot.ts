/**
 * The script at the head of every page, inline: the theme before anything is painted, and the page itself on the first intent.
 * It is all the script that a reader who only reads is sent.
 */
import { deferLayout } from './deferred-layout';
import { initializeTheme } from './theme';
import { hydrateOnIntent } from './hydrate';

initializeTheme();
deferLayout();
const { entry, chunks } = (document.currentScript as HTMLScriptElement).dataset;
if (entry) hydrateOnIntent(entry, chunks ? chunks.split(' ') : []);
