import { byId, fetchJson, showTrouble } from './page.ts';

interface AnsweredIntent {
  object: string;
}

const path = window.location.pathname.replace(/\/$/, '');
const id = path.split('/').at(-1) ?? '';
const parameters = new URLSearchParams(window.location.search);
const secret = parameters.get('client_secret') ?? '';

/** The return address is known only before the answer, so it is asked for first. */
async function answer(outcome: 'succeeded' | 'failed'): Promise<void> {
  const { returnUrl } = await fetchJson<{ returnUrl: string | null }>(
    `${path}/return?client_secret=${encodeURIComponent(secret)}`,
  );
  const intent = await fetchJson<AnsweredIntent>(`${path}/outcome`, {
    method: 'POST',
    body: new URLSearchParams({ client_secret: secret, outcome }),
  });
  if (returnUrl === null) {
    byId('actions').hidden = true;
    byId('text').textContent = 'Thank you. You may close this page.';
    return;
  }
  const address = new URL(returnUrl);
  address.searchParams.set(intent.object, id);
  address.searchParams.set(`${intent.object}_client_secret`, secret);
  address.searchParams.set('redirect_status', outcome);
  window.location.assign(address.href);
}

for (const outcome of ['succeeded', 'failed'] as const) {
  byId(outcome).addEventListener('click', () => {
    answer(outcome).catch((error: Error) => showTrouble(error.message));
  });
}
