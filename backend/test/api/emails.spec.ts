import type {
  EmailDetail,
  EmailList,
  ReplayOutcome,
  ReplayResult,
} from '@subscription-site/shared/contracts';
import { eventually } from '../support/eventually.js';
import { aPerson, type Person } from '../support/users.js';
import type { TemplateName } from '../../src/modules/notifications/domain/templates/catalog.js';
import {
  aWelcome,
  startTestSmtpServer,
  WELCOME,
  type TestSmtpServer,
  type Wish,
} from '../support/test-smtp-server.js';

interface ApiResponse<T> {
  status: number;
  body: T;
}

describe('support and its emails', () => {
  let post: TestSmtpServer;
  let support: Person;
  let admin: Person;
  let customer: Person;
  let count = 0;
  const other = (): string => `customer-${++count}@example.com`;

  async function call<T = Record<string, unknown>>(
    path: string,
    { by, body }: { by?: Person; body?: object } = { by: support },
  ): Promise<ApiResponse<T>> {
    const response = await fetch(`${post.url}/api/admin/v1/${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { 'Content-Type': 'application/json', ...by?.headers },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    return { status: response.status, body: (await response.json()) as T };
  }

  /** An email that the mail server rejected for good. */
  async function aFailedMail<Name extends TemplateName>(input: Wish<Name>): Promise<string> {
    await post.trouble({ reject: { code: 550, to: input.recipient, count: 1 } });
    const emailId = await post.queue(input);
    await eventually(async () => expect((await post.row(emailId)).status).toBe('failed'));
    await post.calm();
    return emailId;
  }

  async function sent(emailId: string): Promise<void> {
    await eventually(async () => expect((await post.row(emailId)).status).toBe('sent'));
  }

  const audited = (subjectId: string) =>
    post.database.query<{ action: string; actor_id: string }>({
      text: 'select action, actor_id from audit_entries where subject_id = $1 order by at',
      values: [subjectId],
    });

  beforeAll(async () => {
    post = await startTestSmtpServer();
    await post.startWorker();
    [support, admin, customer] = await Promise.all([
      aPerson(post, { role: 'support' }),
      aPerson(post, { role: 'admin' }),
      aPerson(post),
    ]);
  });
  afterAll(() => post?.stop());
  afterEach(() => post.calm());

  describe('who may see them', () => {
    it.each(['me', 'emails', 'queues', 'unclaimed-payments', 'audit'])(
      'keeps %s from strangers and customers',
      async (path) => {
        expect(await call(path, {})).toMatchObject({ status: 401, body: { code: 'unauthorized' } });
        expect(await call(path, { by: customer })).toMatchObject({
          status: 403,
          body: { code: 'forbidden' },
        });
      },
    );

    it('keeps the audit log from support', async () => {
      expect((await call('audit', { by: support })).status).toBe(403);
      expect((await call('audit', { by: admin })).status).toBe(200);
    });

    it('counts a role that was taken away from its next call on', async () => {
      const former = await aPerson(post, { role: 'support' });
      expect((await call('me', { by: former })).body).toEqual({
        id: former.id,
        email: former.email,
        role: 'support',
      });
      await post.database.query({
        text: `update users set app_metadata = app_metadata - 'role' where id = $1`,
        values: [former.id],
      });
      expect((await call('me', { by: former })).status).toBe(403);
    });
  });

  describe('the list', () => {
    it('finds by a whole address in any spelling, by a part, by status, template and date', async () => {
      const address = other();
      const failed = await aFailedMail(aWelcome(address));
      const story = await post.queue({
        template: 'story-received',
        recipient: address,
        params: { name: 'A', company: 'B', email: 'c@example.com', story: 'D' },
      });
      await sent(story);
      const ids = async (query: Record<string, string>): Promise<string[]> => {
        const response = await call<EmailList>(`emails?${new URLSearchParams(query).toString()}`);
        return response.body.items.map(({ id }) => id);
      };
      expect(await ids({ recipient: address.toUpperCase() })).toEqual([story, failed]);
      expect(await ids({ recipient: address.slice(0, -8) })).toEqual([story, failed]);
      expect(await ids({ recipient: address, status: 'failed' })).toEqual([failed]);
      expect(await ids({ recipient: address, template: 'story-received' })).toEqual([story]);
      expect(await ids({ recipient: address, createdTo: '2001-01-01' })).toEqual([]);
      expect(await ids({ recipient: address, createdFrom: '2001-01-01T00:00:00Z' })).toHaveLength(2);
      expect(await ids({ recipient: '%' })).toEqual([]);
    });

    it('gives every email once while one turns the pages and new emails come in', async () => {
      const address = other();
      for (let mail = 0; mail < 7; mail++) await post.queue(aWelcome(address));
      const seen: string[] = [];
      let cursor: string | null = null;
      do {
        const query: URLSearchParams = new URLSearchParams({
          recipient: address,
          limit: '3',
          ...(cursor ? { cursor } : {}),
        });
        const { body }: ApiResponse<EmailList> = await call<EmailList>(`emails?${query.toString()}`);
        seen.push(...body.items.map(({ id }) => id));
        cursor = body.nextCursor;
        await post.queue(aWelcome(address));
      } while (cursor);
      expect(seen).toHaveLength(7);
      expect(new Set(seen).size).toBe(7);
    });

    it.each([
      ['limit', 'limit=0'],
      ['limit', 'limit=many'],
      ['status', 'status=lost'],
      ['template', 'template=nothing'],
      ['createdFrom', 'createdFrom=yesterday'],
      ['createdTo', 'createdTo=2026-W01-1'],
      ['cursor', 'cursor=AAAA'],
      ['recipient', `recipient=${'x'.repeat(300)}`],
      ['recipient', 'recipient=%00'],
      ['unknown', 'unknown=1'],
    ])('rejects a bad %s (%s) by its name', async (field, query) => {
      const response = await call<{ code: string; details: { fields: { field: string }[] } }>(
        `emails?${query}`,
      );
      expect(response).toMatchObject({ status: 422, body: { code: 'validation_failed' } });
      expect(response.body.details.fields.map((fault) => fault.field)).toEqual([field]);
    });
  });

  it.each([
    'emails?createdFrom=0000-01-01',
    'emails?createdFrom=%2B275760-09-13T00:00:00Z',
    'emails?createdTo=9999-12-31T23:59:59.999Z',
    'emails?status=failed&status=sent',
    'emails?cursor=a&cursor=b',
    'emails?recipient[a]=b',
    'emails?recipient=%ed%a0%80',
    'emails?recipient=%5C%25_',
    'emails?limit=1e2',
    'emails?limit=',
    'emails/%00',
    'audit?actorId=%00',
    'audit?actorEmail=a@%00',
    'audit?subjectId=%00',
    'audit?cursor=MTIzNDU2Nzg5MDEyMzQ1IDAxYTFmYjlmLTdlM2EtNzQ2Mi1iYzhkLWE2ZjIwMjkxNGRiYg',
  ])('%s is answered without an error of ours', async (path) => {
    expect((await call(path, { by: admin })).status).toBeLessThan(500);
  });

  it.each([
    { recipient: { a: 1 } },
    { recipient: ['a@example.com'] },
    { recipient: '\u0000@example.com' },
    { recipient: '\ud800@example.com' },
    { ids: { length: 3 } },
    { ids: [[]] },
    { filter: [] },
    { filter: { recipient: '\u0000' } },
    { filter: { createdFrom: '0000-01-01T00:00:00Z' } },
    [],
  ])('%j is no error of ours as a body', async (body) => {
    const id = '00000000-0000-7000-8000-000000000000';
    for (const path of ['emails/replay', `emails/${id}/replay`, `emails/${id}/cancel`]) {
      expect((await call(path, { by: admin, body })).status).toBeLessThan(500);
    }
  });

  describe('one email', () => {
    it('shows every attempt and how it reads, without the link that only its reader may have', async () => {
      const buyer = await aPerson(post, { confirmed: false });
      const emailId = await aFailedMail({ ...aWelcome(buyer.email), userId: buyer.id });
      const { body } = await call<EmailDetail>(`emails/${emailId}`);
      expect(body).toMatchObject({
        id: emailId,
        status: 'failed',
        replayable: true,
        replayRecipient: buyer.email,
        replayBlockedReason: null,
        correctable: true,
        cancelable: true,
      });
      expect(body.history).toMatchObject([
        { number: 1, outcome: 'rejected', smtpResponse: expect.stringContaining('550') },
      ]);
      for (const form of [body.html, body.text]) {
        const [, token] = /auth\/confirm\?token=([^&"\s]+)/.exec(form)!;
        expect(token).toBe('••••••••');
      }
    });

    it('shows a name as it was written, not as HTML', async () => {
      const name = '<img src=x onerror=alert(1)>';
      const emailId = await post.queue({ ...aWelcome(other()), params: { ...WELCOME, name } });
      const { body } = await call<EmailDetail>(`emails/${emailId}`);
      expect(body.html).toContain('Hello &lt;img src=x onerror=alert(1)&gt;.');
      expect(body.html).not.toContain('<img');
    });

    it('is not found under an unknown id, and no error of ours under a mad one', async () => {
      expect((await call('emails/00000000-0000-7000-8000-000000000000')).status).toBe(404);
      expect(await call('emails/1;drop')).toMatchObject({
        status: 422,
        body: { details: { fields: [{ field: 'id' }] } },
      });
    });
  });

  describe('a replay', () => {
    it('sends a failed email again, once, however many press at once', async () => {
      const address = other();
      const emailId = await aFailedMail(await welcomeTo(address));
      const presses = await Promise.all(
        Array.from({ length: 10 }, (_, press) =>
          call<ReplayOutcome>(`emails/${emailId}/replay`, { by: press % 2 ? admin : support, body: {} }),
        ),
      );
      const outcomes = presses.map(({ status, body }) => `${status} ${body.outcome}`).sort();
      expect(outcomes).toEqual([...Array.from({ length: 9 }, () => '200 already_queued'), '200 queued']);
      expect(new Set(presses.map(({ body }) => body.replayId)).size).toBe(1);
      await sent(presses[0]!.body.replayId!);
      expect(await post.emailsTo(address)).toHaveLength(1);
      expect((await audited(emailId)).map(({ action }) => action)).toEqual(['email.replayed']);
      expect((await call(`emails/${emailId}`)).body).toMatchObject({
        status: 'failed',
        replayedById: presses[0]!.body.replayId,
      });
    });

    it('pressed again after it went out sends nothing more', async () => {
      const address = other();
      const emailId = await aFailedMail(await welcomeTo(address));
      const first = await call<ReplayOutcome>(`emails/${emailId}/replay`, { by: support, body: {} });
      await sent(first.body.replayId!);
      const second = await call<ReplayOutcome>(`emails/${emailId}/replay`, { by: admin, body: {} });
      expect(second.body).toEqual({
        emailId,
        outcome: 'already_queued',
        replayId: first.body.replayId,
      });
      expect(await call(`emails/${first.body.replayId}/replay`, { by: admin, body: {} })).toMatchObject({
        status: 409,
        body: { code: 'email_not_replayable' },
      });
      expect(await post.emailsTo(address)).toHaveLength(1);
    });

    it('of a welcome goes to a corrected address, and its link proves that address alone', async () => {
      const buyer = await aPerson(post, { confirmed: false });
      const emailId = await aFailedMail({ ...aWelcome(buyer.email), userId: buyer.id });
      const corrected = other();
      const { body } = await call<ReplayOutcome>(`emails/${emailId}/replay`, {
        by: support,
        body: { recipient: corrected },
      });
      await sent(body.replayId!);
      const [mail] = await post.emailsTo(corrected);
      expect((await post.open(mail!)).links.join()).toContain('/auth/confirm?token=');
      const links = await post.database.query({
        text: 'select recipient from one_time_tokens where user_id = $1 order by created_at desc limit 1',
        values: [buyer.id],
      });
      expect(links).toEqual([{ recipient: corrected }]);
    });

    it('of a sent welcome goes to another address only', async () => {
      const buyer = await aPerson(post, { confirmed: false });
      const emailId = await post.queue({ ...aWelcome(buyer.email), userId: buyer.id });
      await sent(emailId);
      const replay = (recipient?: string) =>
        call<ReplayOutcome>(`emails/${emailId}/replay`, { by: support, body: { recipient } });
      expect((await call(`emails/${emailId}`)).body).toMatchObject({
        replayable: true,
        correctable: true,
        replayRecipient: null,
      });
      expect((await replay()).status).toBe(409);
      expect((await replay(buyer.email.toUpperCase())).status).toBe(409);
      const corrected = other();
      expect((await replay(corrected)).body.outcome).toBe('queued');
      await eventually(async () => expect(await post.emailsTo(corrected)).toHaveLength(1));
      expect((await replay(corrected)).body.outcome).toBe('already_queued');
    });

    it('that would be rejected is announced with the reason', async () => {
      const { id: userId, email: recipient } = await aPerson(post);
      const refund = { template: 'refund', recipient, userId, params: { name: 'Ada', amountCents: 4900 } };
      const emails = [
        await aFailedMail(aWelcome(other())),
        await aFailedMail({
          template: 'confirm-email',
          recipient,
          userId,
          params: { name: 'Ada', redirectTo: null },
        }),
        await post.queue(refund as Wish<'refund'>),
      ];
      await sent(emails[2]!);
      for (const emailId of emails) {
        const { body } = await call<EmailDetail>(`emails/${emailId}`);
        expect(body).toMatchObject({ replayable: false, correctable: false, replayRecipient: null });
        const pressed = await call(`emails/${emailId}/replay`, { by: support, body: {} });
        expect(pressed).toMatchObject({ status: 409, body: { message: body.replayBlockedReason } });
      }
    });

    it('of an email that gives access goes to the present address of the account and to no other', async () => {
      const person = await aPerson(post);
      const emailId = await aFailedMail({
        template: 'reset-password',
        recipient: person.email,
        userId: person.id,
        params: { name: 'Ada', redirectTo: null },
      });
      const elsewhere = await call(`emails/${emailId}/replay`, {
        by: support,
        body: { recipient: other() },
      });
      expect(elsewhere).toMatchObject({ status: 409, body: { code: 'email_not_replayable' } });
      const moved = other();
      await post.database.query({
        text: 'update users set email = $2, email_normalized = $2 where id = $1',
        values: [person.id, moved],
      });
      expect((await call(`emails/${emailId}`)).body).toMatchObject({
        replayable: true,
        correctable: false,
        replayRecipient: moved,
      });
      const { body } = await call<ReplayOutcome>(`emails/${emailId}/replay`, { by: support, body: {} });
      await sent(body.replayId!);
      expect(await post.emailsTo(moved)).toHaveLength(1);
      expect(await post.emailsTo(person.email)).toEqual([]);
    });

    it('of many tells what became of each, and of all that match leaves out what was replayed', async () => {
      const domain = `@matching-${++count}.example.com`;
      const failed: string[] = [];
      for (const name of ['a', 'b', 'c']) failed.push(await aFailedMail(await welcomeTo(`${name}${domain}`)));
      const sentId = await post.queue(aWelcome(`d${domain}`));
      await sent(sentId);

      const some = await call<ReplayResult>('emails/replay', {
        by: support,
        body: { ids: [failed[0], sentId] },
      });
      expect(some.body.results).toMatchObject([{ outcome: 'queued' }, { outcome: 'refused' }]);
      const rest = await call<ReplayResult>('emails/replay', {
        by: support,
        body: { filter: { recipient: domain } },
      });
      expect(rest.body).toMatchObject({ queued: 2, remaining: 0 });
      expect(rest.body.results.map(({ emailId }) => emailId)).toEqual(failed.slice(1));
      for (const { replayId } of rest.body.results) await sent(replayId!);
      const again = await call<ReplayResult>('emails/replay', {
        by: support,
        body: { filter: { recipient: domain } },
      });
      expect(again.body).toEqual({ queued: 0, results: [], remaining: 0 });
    });

    it.each([
      ['recipient', 'no-address', { recipient: 'no-address' }],
      ['recipient', 'a list', { recipient: 'a@example.com, b@example.com' }],
      ['recipient', 'a second header', { recipient: 'a@example.com\r\nBcc: b@example.com' }],
      ['to', 'an unknown field', { to: 'a@example.com' }],
    ])('rejects a bad %s: %s', async (field, _, body) => {
      const emailId = await post.queue(aWelcome(other()));
      expect(await call(`emails/${emailId}/replay`, { by: support, body })).toMatchObject({
        status: 422,
        body: { details: { fields: [{ field }] } },
      });
    });

    it.each([
      {},
      { ids: [] },
      { ids: ['x'] },
      { ids: [], filter: {} },
      { filter: { status: 'lost' } },
      { filter: 1 },
    ])('of many rejects %j', async (body) => {
      expect((await call('emails/replay', { by: support, body })).status).toBe(422);
    });

    async function welcomeTo(email: string) {
      const { id } = await aPerson(post, { email, confirmed: false });
      return { ...aWelcome(email), userId: id };
    }
  });

  describe('canceling', () => {
    it('stops an email that waits, for good, and stands in the log', async () => {
      const address = other();
      await post.trouble({ reject: { code: 451, to: address, count: 1 } });
      const emailId = await post.queue(aWelcome(address));
      await eventually(async () =>
        expect(await post.row(emailId)).toMatchObject({ status: 'queued', attempts: 1 }),
      );
      const { body } = await call<EmailDetail>(`emails/${emailId}/cancel`, { by: support, body: {} });
      expect(body).toMatchObject({ status: 'canceled', nextAttemptAt: null, cancelable: false });
      await eventually(async () => {
        const [event] = await post.database.query<{ done_at: Date | null }>({
          text: 'select done_at from outbox_events e join emails on emails.event_id = e.id where emails.id = $1',
          values: [emailId],
        });
        expect(event!.done_at).not.toBeNull();
      });
      expect(await post.emailsTo(address)).toEqual([]);
      expect(await audited(emailId)).toEqual([{ action: 'email.canceled', actor_id: support.id }]);
    });

    it('is rejected for an email that was sent', async () => {
      const emailId = await post.queue(aWelcome(other()));
      await sent(emailId);
      expect(await call(`emails/${emailId}/cancel`, { by: support, body: {} })).toMatchObject({
        status: 409,
        body: { code: 'email_not_replayable' },
      });
    });
  });

  it('counts the failed emails that no one has replayed', async () => {
    const waiting = async (): Promise<number> => {
      const text = await (await fetch(`${post.url}/api/metrics`)).text();
      return Number(/^emails_waiting_for_support\{template="welcome"\} (\d+)/m.exec(text)?.[1] ?? 0);
    };
    const before = await waiting();
    const buyer = await aPerson(post, { confirmed: false });
    const emailId = await aFailedMail({ ...aWelcome(buyer.email), userId: buyer.id });
    expect(await waiting()).toBe(before + 1);
    await call(`emails/${emailId}/replay`, { by: support, body: {} });
    expect(await waiting()).toBe(before);
    const { body } = await call<{ items: { id: string }[] }>(
      `emails?status=failed&recipient=${encodeURIComponent(buyer.email)}`,
    );
    expect(body.items).toEqual([]);
  });

  it('shows acts of staff to administrators, page by page', async () => {
    const page = await call<{ items: { actorId: string }[]; nextCursor: string | null }>(
      'audit?action=email.canceled&limit=1',
      { by: admin },
    );
    const canceled = { action: 'email.canceled', actorId: support.id, actorEmail: support.email };
    expect(page.body.items).toMatchObject([canceled]);
    const byAddress = async (address: string) => {
      const path = `audit?action=email.canceled&actorEmail=${encodeURIComponent(address)}`;
      return (await call<{ items: object[] }>(path, { by: admin })).body.items;
    };
    expect(await byAddress(support.email.toUpperCase())).toMatchObject([canceled]);
    expect(await byAddress(admin.email)).toEqual([]);
    expect(await byAddress('nobody@nowhere.example')).toEqual([]);
    expect((await call('audit?actorEmail=sam', { by: admin })).status).toBe(422);
    expect((await call('audit?actorId=me', { by: admin })).status).toBe(422);
  });
});
