import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTransport, type SendMailOptions } from 'nodemailer';
import { startMailbox, type Mailbox } from '../src/mailbox/index.ts';
import type { MessageDetail, MessageSummary } from '../src/mailbox/message.ts';

let mailbox: Mailbox;
let folder: string;

const open = (): Promise<Mailbox> =>
  startMailbox({ host: '127.0.0.1', smtpPort: 0, port: 0, dataDir: folder });

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mailbox-'));
  mailbox = await open();
});
afterEach(async () => {
  await mailbox.close();
  await rm(folder, { recursive: true, force: true });
});

const letter: SendMailOptions = {
  from: 'Team <team@example.com>',
  to: 'buyer@example.com',
  subject: 'Grüße, welcome 🎉',
  text: 'Go to https://example.com/start?x=1.',
  html: '<p>Go <a href="https://example.com/start?x=1&amp;y=2">there</a></p>',
};

async function send(mail: SendMailOptions = letter): Promise<{ response: string }> {
  const transport = createTransport({ host: '127.0.0.1', port: mailbox.smtpPort, socketTimeout: 500 });
  try {
    return (await transport.sendMail(mail)) as { response: string };
  } finally {
    transport.close();
  }
}

async function get<T>(path: string): Promise<T> {
  return (await (await fetch(mailbox.url + path)).json()) as T;
}

const list = (query = ''): Promise<{ messages: MessageSummary[]; total: number }> =>
  get(`/api/messages${query}`);

function control(body: object): Promise<Response> {
  return fetch(`${mailbox.url}/api/controls`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
}

describe('an email that was sent', () => {
  it('is found by its recipient and shown whole', async () => {
    await send();
    await send({ ...letter, to: 'other@example.com' });

    const { messages, total } = await list('?to=BUYER@example.com');
    const detail = await get<MessageDetail>(`/api/messages/${messages[0]?.id}`);

    expect(total).toBe(1);
    expect(messages[0]).toMatchObject({ subject: 'Grüße, welcome 🎉', to: ['buyer@example.com'] });
    expect(detail.links).toEqual(['https://example.com/start?x=1&y=2', 'https://example.com/start?x=1']);
    expect(detail.text).toContain('Go to');
    expect(detail.messageId).toMatch(/^<.+@.+>$/);
  });

  it('is kept twice when it came twice, with the same Message-ID', async () => {
    const twin = { ...letter, messageId: '<same@example.com>' };
    await send(twin);
    await send(twin);

    const { messages } = await list();

    expect(messages.map(({ messageId }) => messageId)).toEqual(['<same@example.com>', '<same@example.com>']);
  });

  it('is still there after a restart', async () => {
    await send();
    await mailbox.close();
    mailbox = await open();

    expect((await list('?subject=welcome')).total).toBe(1);
  });

  it('can run no script on the page that shows it', async () => {
    await send({ ...letter, html: '<script>alert(1)</script>' });
    const { messages } = await list();

    const shown = await fetch(`${mailbox.url}/api/messages/${messages[0]?.id}/html`);

    expect(shown.headers.get('content-security-policy')).toMatch(/default-src 'none'.*sandbox/);
  });
});

describe('trouble', () => {
  it('rejects for good with the given code and words, for one address only', async () => {
    await control({ reject: { code: 550, message: 'No such user here', to: 'buyer@example.com' } });

    await expect(send()).rejects.toMatchObject({
      responseCode: 550,
      response: expect.stringContaining('No such user'),
    });
    await expect(send({ ...letter, to: 'other@example.com' })).resolves.toBeDefined();
    expect((await list()).total).toBe(1);
  });

  it('defers as often as told, then takes the email', async () => {
    await control({ reject: { code: 451, count: 2 } });

    await expect(send()).rejects.toMatchObject({ responseCode: 451 });
    await expect(send()).rejects.toMatchObject({ responseCode: 451 });
    await expect(send()).resolves.toBeDefined();
  });

  it('hangs, so that the sender gives up and nothing is taken', async () => {
    await control({ hang: { count: 1 } });

    await expect(send()).rejects.toThrow('Timeout');
    expect((await list()).total).toBe(0);
  });

  it('takes the email and dies before saying so', async () => {
    await control({ acceptThenDie: { count: 1 } });

    await expect(send()).rejects.toThrow('closed');
    expect((await list()).total).toBe(1);
  });

  it('answers late', async () => {
    await control({ delayMs: 200 });
    const start = Date.now();
    await send();

    expect(Date.now() - start).toBeGreaterThanOrEqual(195);
  });

  it('ends when it is reset, and is told in a sentence when it makes no sense', async () => {
    await control({ reject: { code: 550 } });
    await fetch(`${mailbox.url}/api/controls`, { method: 'DELETE' });
    const nonsense = await control({ reject: { code: 250 } });

    await expect(send()).resolves.toBeDefined();
    expect(nonsense.status).toBe(422);
    expect(await nonsense.json()).toEqual({ message: 'reject.code must be a whole number from 400 to 599.' });
  });
});
