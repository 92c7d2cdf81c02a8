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

const sampleEmail: SendMailOptions = {
  from: 'Team <team@example.com>',
  to: 'buyer@example.com',
  subject: 'Grüße, welcome 🎉',
  text: 'Go to https://example.com/start?x=1.',
  html: '<p>Go <a href="https://example.com/start?x=1&amp;y=2">there</a></p>',
};

async function send(email: SendMailOptions = sampleEmail): Promise<{ response: string }> {
  const transport = createTransport({ host: '127.0.0.1', port: mailbox.smtpPort, socketTimeout: 500 });
  try {
    return (await transport.sendMail(email)) as { response: string };
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

describe('the mailbox', () => {
  it('finds an email by recipient and returns its full content', async () => {
    await send();
    await send({ ...sampleEmail, to: 'other@example.com' });

    const { messages, total } = await list('?to=BUYER@example.com');
    const detail = await get<MessageDetail>(`/api/messages/${messages[0]?.id}`);

    expect(total).toBe(1);
    expect(messages[0]).toMatchObject({ subject: 'Grüße, welcome 🎉', to: ['buyer@example.com'] });
    expect(detail.links).toEqual(['https://example.com/start?x=1&y=2', 'https://example.com/start?x=1']);
    expect(detail.text).toContain('Go to');
    expect(detail.messageId).toMatch(/^<.+@.+>$/);
  });

  it('keeps both copies of an email that arrives twice with the same Message-ID', async () => {
    const duplicate = { ...sampleEmail, messageId: '<same@example.com>' };
    await send(duplicate);
    await send(duplicate);

    const { messages } = await list();

    expect(messages.map(({ messageId }) => messageId)).toEqual(['<same@example.com>', '<same@example.com>']);
  });

  it('keeps emails across a restart', async () => {
    await send();
    await mailbox.close();
    mailbox = await open();

    expect((await list('?subject=welcome')).total).toBe(1);
  });

  it('prevents scripts in an email from running', async () => {
    await send({ ...sampleEmail, html: '<script>alert(1)</script>' });
    const { messages } = await list();

    const preview = await fetch(`${mailbox.url}/api/messages/${messages[0]?.id}/html`);

    expect(preview.headers.get('content-security-policy')).toMatch(/default-src 'none'.*sandbox/);
  });
});

describe('simulated mail server failures', () => {
  it('rejects emails for one address with the given code and message', async () => {
    await control({ reject: { code: 550, message: 'No such user here', to: 'buyer@example.com' } });

    await expect(send()).rejects.toMatchObject({
      responseCode: 550,
      response: expect.stringContaining('No such user'),
    });
    await expect(send({ ...sampleEmail, to: 'other@example.com' })).resolves.toBeDefined();
    expect((await list()).total).toBe(1);
  });

  it('rejects temporarily for the given count, then accepts the email', async () => {
    await control({ reject: { code: 451, count: 2 } });

    await expect(send()).rejects.toMatchObject({ responseCode: 451 });
    await expect(send()).rejects.toMatchObject({ responseCode: 451 });
    await expect(send()).resolves.toBeDefined();
  });

  it('hangs until the sender times out, and discards the email', async () => {
    await control({ hang: { count: 1 } });

    await expect(send()).rejects.toThrow('Timeout');
    expect((await list()).total).toBe(0);
  });

  it('accepts the email and drops the connection before responding', async () => {
    await control({ acceptThenDie: { count: 1 } });

    await expect(send()).rejects.toThrow('closed');
    expect((await list()).total).toBe(1);
  });

  it('delays the response', async () => {
    await control({ delayMs: 200 });
    const start = Date.now();
    await send();

    expect(Date.now() - start).toBeGreaterThanOrEqual(195);
  });

  it('can be reset, and rejects an invalid control with a clear message', async () => {
    await control({ reject: { code: 550 } });
    await fetch(`${mailbox.url}/api/controls`, { method: 'DELETE' });
    const invalid = await control({ reject: { code: 250 } });

    await expect(send()).resolves.toBeDefined();
    expect(invalid.status).toBe(422);
    expect(await invalid.json()).toEqual({ message: 'reject.code must be a whole number from 400 to 599.' });
  });
});
