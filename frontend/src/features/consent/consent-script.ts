/**
 * Inline script where an analytics service is configured. Asks once and loads the service only after consent.
 * Works without hydration.
 */
import { SITE_CONFIG_ELEMENT_ID, type SiteConfig } from '@subscription-site/shared/brand';

const STORAGE_KEY = 'analytics-consent';
const root = document.documentElement;

type Choice = 'granted' | 'denied';

function storedChoice(): Choice | undefined {
  try {
    const value = localStorage.getItem(STORAGE_KEY);
    return value === 'granted' || value === 'denied' ? value : undefined;
  } catch {
    return undefined;
  }
}

function storeChoice(choice: Choice): void {
  try {
    localStorage.setItem(STORAGE_KEY, choice);
  } catch {
    return;
  }
}

/** CSS shows the banner or the current choice based on this attribute. */
function show(choice: Choice | undefined): void {
  root.dataset['analytics'] = choice ?? 'undecided';
}

let loaded = false;

function loadAnalytics(): void {
  const text = document.getElementById(SITE_CONFIG_ELEMENT_ID)?.textContent;
  const { analyticsUrl } = JSON.parse(text ?? '{}') as Partial<SiteConfig>;
  if (!analyticsUrl || loaded) return;
  loaded = true;
  const script = document.createElement('script');
  script.async = true;
  script.src = analyticsUrl;
  document.head.append(script);
}

/** Removes the service's cookies. Our own cookies are HttpOnly and not visible here. */
function removeCookies(): void {
  const host = location.hostname.split('.');
  const domains = ['', ...host.map((_part, index) => `; domain=.${host.slice(index).join('.')}`)];
  for (const cookie of document.cookie.split('; '))
    for (const domain of domains) document.cookie = `${cookie.split('=')[0]}=; path=/; max-age=0${domain}`;
}

function choose(choice: Choice): void {
  const previous = storedChoice();
  storeChoice(choice);
  show(choice);
  if (choice === 'granted') return loadAnalytics();
  if (previous !== 'granted') return;
  removeCookies();
  // A running script can only be stopped by reloading the page.
  location.reload();
}

document.addEventListener('click', ({ target }) => {
  const button = (target as Element).closest<HTMLElement>('[data-consent]');
  const choice = button?.dataset['consent'];
  if (choice !== 'granted' && choice !== 'denied') return;
  choose(choice);
  // The focused button disappeared with the banner.
  if (button?.closest('.consent-banner')) document.getElementById('main')?.focus({ preventScroll: true });
});
addEventListener('storage', ({ key }) => {
  if (key === STORAGE_KEY) show(storedChoice());
});
show(storedChoice());
if (storedChoice() === 'granted') addEventListener('DOMContentLoaded', loadAnalytics);
