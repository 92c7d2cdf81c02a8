/**
 * The script at the head of every page, inline: the theme before anything is painted, and the page itself on the first intent.
 * It is all the script that a reader who only reads is sent.
 */
import { layOutLater } from './lay-out';
import { followTheme } from './theme';
import { wakeOnIntent } from './wake';

followTheme();
layOutLater();
const { entry, chunks } = (document.currentScript as HTMLScriptElement).dataset;
if (entry) wakeOnIntent(entry, chunks ? chunks.split(' ') : []);
