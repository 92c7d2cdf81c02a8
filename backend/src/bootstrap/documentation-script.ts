/** Script of the documentation page: the list of endpoints and the copy buttons. */
export const DOCUMENTATION_SCRIPT = `
const contents = document.getElementById('contents');
const filter = document.getElementById('filter');
const groups = [...document.querySelectorAll('.group')];
const wide = matchMedia('(min-width: 64rem)');
const adapt = () => { contents.open = wide.matches; };
wide.addEventListener('change', adapt);
adapt();

filter.addEventListener('input', () => {
  const words = filter.value.toLowerCase().split(/\\s+/).filter(Boolean);
  let matches = 0;
  for (const group of groups) {
    let shown = 0;
    for (const link of group.querySelectorAll('a')) {
      const text = (link.dataset.path + ' ' + link.textContent).toLowerCase();
      const isMatch = words.every((word) => text.includes(word));
      link.parentElement.hidden = !isMatch;
      shown += isMatch ? 1 : 0;
    }
    group.hidden = shown === 0;
    group.open = words.length > 0 && shown > 0;
    matches += shown;
  }
  document.getElementById('no-matches').textContent = matches === 0 ? 'No matching endpoints' : '';
});
document.addEventListener('keydown', (event) => {
  if (event.key !== '/' || event.ctrlKey || event.metaKey || event.target.closest('input, textarea, select')) return;
  event.preventDefault();
  contents.open = true;
  filter.focus();
});

/* Swagger UI follows a link to an operation only when the page loads, and renders only the operations of open groups. */
let awaited;
const openOperation = () => {
  awaited = document.querySelector('[data-path][href="' + CSS.escape(location.hash) + '"]')?.dataset.path;
  if (!awaited) return;
  window.ui?.layoutActions.parseDeepLinkHash(decodeURIComponent(location.hash));
  focusAwaited();
};
const focusAwaited = () => {
  if (!awaited) return;
  const [method, path] = awaited.split(' ');
  const operation = document.querySelector('.is-open.opblock-' + method + ' [data-path="' + CSS.escape(path) + '"]')?.closest('.opblock');
  if (!operation) return;
  awaited = undefined;
  operation.scrollIntoView();
  operation.querySelector('.opblock-summary-control').focus({ preventScroll: true });
};
new MutationObserver(() => {
  /* The page has a main element already. */
  document.querySelector('#swagger-ui main:not([role])')?.setAttribute('role', 'group');
  focusAwaited();
}).observe(document.getElementById('swagger-ui'), { childList: true, subtree: true });

contents.addEventListener('click', (event) => {
  const link = event.target.closest('a');
  if (!link) return;
  if (!wide.matches) contents.open = false;
  if (!link.dataset.path) return;
  event.preventDefault();
  history.pushState(null, '', link.hash);
  openOperation();
});
addEventListener('popstate', openOperation);
if (location.hash.startsWith('#/')) history.scrollRestoration = 'manual';
openOperation();

for (const button of document.querySelectorAll('[data-copy]')) {
  const label = button.innerHTML;
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(button.closest('.snippet').querySelector('pre').textContent);
    button.textContent = 'Copied';
    setTimeout(() => { button.innerHTML = label; }, 2000);
  });
}
`;
