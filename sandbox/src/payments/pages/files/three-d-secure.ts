import { byId, fetchJson, showError } from './page.ts';

interface IntentResponse {
  object: string;
}

const path = window.location.pathname.replace(/\/$/, '');
const id = path.split('/').at(-1) ?? '';
const parameters = new URLSearchParams(window.location.search);
const secret = parameters.get('client_secret') ?? '';

/** Fetches the return URL first, because submitting the outcome clears it. */
async function submit(outcome: 'succeeded' | 'failed'): Promise<void> {
  const { returnUrl } = await fetchJson<{ returnUrl: string | null }>(
    `${path}/return?client_secret=${encodeURIComponent(secret)}`,
  );
  const intent = await fetchJson<IntentResponse>(`${path}/outcome`, {
    method: 'POST',
    body: new URLSearchParams({ client_secret: secret, outcome }),
  });
  if (returnUrl === null) {
    byId('actions').hidden = true;
    byId('text').textContent = 'Done. You can close this page.';
    return;
  }
  const url = new URL(returnUrl);
  url.searchParams.set(intent.object, id);
  url.searchParams.set(`${intent.object}_client_secret`, secret);
  url.searchParams.set('redirect_status', outcome);
  window.location.assign(url.href);
}

for (const outcome of ['succeeded', 'failed'] as const) {
  byId(outcome).addEventListener('click', () => {
    submit(outcome).catch((error: Error) => showError(error.message));
  });
}
