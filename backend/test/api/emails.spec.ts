import type {
  EmailDetail,
  EmailList,
  ReplayOutcome,
  ReplayResult,
} from '@subscription-site/shared/contracts';
import { callApi } from '../support/call-api.js';
import { eventually } from '../support/eventually.js';
import { createUser, type SignedInUser } from '../support/users.js';
import type { TemplateName } from '../../src/modules/notifications/templates/domain/catalog.js';
import { welcomeEmail, startEmailDelivery, type QueueEmailInput } from '../support/email-fixture.js';
import { useShared } from '../support/fixtures.js';

describe('the support console for emails', () => {
  let support: SignedInUser;
  let admin: SignedInUser;
  let count = 0;
  const other = (): string => `customer-${++count}@example.com`;

  const call = <Body = Record<string, unknown>>(
    path: string,
    { by, body }: { by?: SignedInUser; body?: object } = { by: support },
  ) => callApi<Body>(product, by?.headers ?? {}, body ? 'POST' : 'GET', `admin/v1/${path}`, body);

  const replay = (emailId: string, body: object = {}, by = support) =>
    call<ReplayOutcome>(`emails/${emailId}/replay`, { by, body });
  const replayAll = (body: object) => call<ReplayResult>('emails/replay', { by: support, body });

  /** An email that the mail server rejected permanently. */
  async function failedEmail<Name extends TemplateName>(input: QueueEmailInput<Name>): Promise<string> {
    await product.setMailServerControls({ reject: { code: 550, to: input.recipient, count: 1 } });
    const emailId = await product.queueEmail(input);
    await eventually(async () => expect((await product.emailRow(emailId)).status).toBe('failed'));
    await product.resetMailServerControls();
    return emailId;
  }

  async function sent(emailId: string): Promise<void> {
    await eventually(async () => expect((await product.emailRow(emailId)).status).toBe('sent'));
  }

  const audited = (subjectId: string) =>
    product.database.query<{ action: string; actor_id: string }>({
      text: 'select action, actor_id from audit_entries where subject_id = $1 order by at',
      values: [subjectId],
    });

  const product = useShared(startEmailDelivery);
  beforeAll(async () => {
    [support, admin] = await Promise.all([
      createUser(product, { role: 'support' }),
      createUser(product, { role: 'admin' }),
    ]);
  });
  afterEach(() => product.resetMailServerControls());

  describe('the list', () => {
    it('filters by full email in any spelling, by part of it, by status, template and date', async () => {
      const address = other();
      const failed = await failedEmail(welcomeEmail(address));
      const story = await product.queueEmail({
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

    it('returns every email once while paging, even when new emails arrive', async () => {
      const address = other();
      for (let index = 0; index < 7; index++) await product.queueEmail(welcomeEmail(address));
      const seen: string[] = [];
      let cursor: string | null = null;
      do {
        const query: URLSearchParams = new URLSearchParams({
          recipient: address,
          limit: '3',
          ...(cursor ? { cursor } : {}),
        });
        const { body }: { body: EmailList } = await call<EmailList>(`emails?${query.toString()}`);
        seen.push(...body.items.map(({ id }) => id));
        cursor = body.nextCursor;
        await product.queueEmail(welcomeEmail(address));
      } while (cursor);
      expect(seen).toHaveLength(7);
      expect(new Set(seen).size).toBe(7);
    });

    it.each([
      ['template', 'template=nothing'],
      ['createdTo', 'createdTo=2026-W01-1'],
      ['cursor', 'cursor=AAAA'],
    ])('rejects an invalid %s (%s) by name', async (field, query) => {
      const response = await call<{ code: string; details: { fields: { field: string }[] } }>(
        `emails?${query}`,
      );
      expect(response).toMatchObject({ status: 422, body: { code: 'validation_failed' } });
      expect(response.body.details.fields.map((error) => error.field)).toEqual([field]);
    });
  });

  describe('a single email', () => {
    it('shows every attempt and the content, without the link meant for its recipient', async () => {
      const buyer = await createUser(product, { confirmed: false });
      const emailId = await failedEmail({ ...welcomeEmail(buyer.email), userId: buyer.id });
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

    it('is not found under an unknown ID, and an invalid ID does not cause a server error', async () => {
      expect((await call('emails/00000000-0000-7000-8000-000000000000')).status).toBe(404);
      expect(await call('emails/1;drop')).toMatchObject({
        status: 422,
        body: { details: { fields: [{ field: 'id' }] } },
      });
    });
  });

  describe('a replay', () => {
    it('sends a failed email again, once, even when requested concurrently or again later; it cannot be canceled once sent', async () => {
      const address = other();
      const emailId = await failedEmail(await welcomeTo(address));
      const attempts = await Promise.all(
        Array.from({ length: 10 }, (_, index) => replay(emailId, {}, index % 2 ? admin : support)),
      );
      const outcomes = attempts.map(({ status, body }) => `${status} ${body.outcome}`).sort();
      expect(outcomes).toEqual([...Array.from({ length: 9 }, () => '200 already_queued'), '200 queued']);
      expect(new Set(attempts.map(({ body }) => body.replayId)).size).toBe(1);
      const replayId = attempts[0]!.body.replayId!;
      await sent(replayId);
      expect(await product.emailsTo(address)).toHaveLength(1);
      expect((await audited(emailId)).map(({ action }) => action)).toEqual(['email.replayed']);
      expect((await call(`emails/${emailId}`)).body).toMatchObject({
        status: 'failed',
        replayedById: replayId,
      });
      const repeated = await replay(emailId, {}, admin);
      expect(repeated.body).toEqual({ emailId, outcome: 'already_queued', replayId });
      const rejected = { status: 409, body: { code: 'email_not_replayable' } };
      expect(await replay(replayId, {}, admin)).toMatchObject(rejected);
      expect(await call(`emails/${replayId}/cancel`, { by: support, body: {} })).toMatchObject(rejected);
    });

    it('of a welcome email goes to a corrected address, and its link confirms only that address', async () => {
      const buyer = await createUser(product, { confirmed: false });
      const emailId = await failedEmail({ ...welcomeEmail(buyer.email), userId: buyer.id });
      const corrected = other();
      const { body } = await replay(emailId, { recipient: corrected });
      await sent(body.replayId!);
      const [index] = await product.emailsTo(corrected);
      expect((await product.openEmail(index!)).links.join()).toContain('/auth/confirm?token=');
      const links = await product.database.query({
        text: 'select recipient from one_time_tokens where user_id = $1 order by created_at desc limit 1',
        values: [buyer.id],
      });
      expect(links).toEqual([{ recipient: corrected }]);
    });

    it('that would be rejected is shown as blocked, with the reason', async () => {
      const { id: userId, email: recipient } = await createUser(product);
      const params = { name: 'Ada', redirectTo: null };
      const refund = { template: 'refund', recipient, userId, params: { name: 'Ada', amountCents: 4900 } };
      const emails = [
        await failedEmail(welcomeEmail(other())),
        await failedEmail({ template: 'confirm-email', recipient, userId, params }),
        await product.queueEmail(refund as QueueEmailInput<'refund'>),
      ];
      await sent(emails[2]!);
      for (const emailId of emails) {
        const { body } = await call<EmailDetail>(`emails/${emailId}`);
        expect(body).toMatchObject({ replayable: false, correctable: false, replayRecipient: null });
        const rejected = await replay(emailId);
        expect(rejected).toMatchObject({ status: 409, body: { message: body.replayBlockedReason } });
      }
    });

    it('of an email that grants access goes only to the current address of the account', async () => {
      const user = await createUser(product);
      const emailId = await failedEmail({
        template: 'reset-password',
        recipient: user.email,
        userId: user.id,
        params: { name: 'Ada', redirectTo: null },
      });
      const rejected = await replay(emailId, { recipient: other() });
      expect(rejected).toMatchObject({ status: 409, body: { code: 'email_not_replayable' } });
      const moved = other();
      await product.database.query({
        text: 'update users set email = $2, email_normalized = $2 where id = $1',
        values: [user.id, moved],
      });
      expect((await call(`emails/${emailId}`)).body).toMatchObject({
        replayable: true,
        correctable: false,
        replayRecipient: moved,
      });
      const { body } = await replay(emailId);
      await sent(body.replayId!);
      expect(await product.emailsTo(moved)).toHaveLength(1);
      expect(await product.emailsTo(user.email)).toEqual([]);
    });

    it('in bulk reports the outcome of each email, and with a filter skips emails already replayed', async () => {
      const domain = `@matching-${++count}.example.com`;
      const failed: string[] = [];
      for (const name of ['a', 'b', 'c']) failed.push(await failedEmail(await welcomeTo(`${name}${domain}`)));
      const sentId = await product.queueEmail(welcomeEmail(`d${domain}`));
      await sent(sentId);

      const some = await replayAll({ ids: [failed[0], sentId] });
      expect(some.body.results).toMatchObject([{ outcome: 'queued' }, { outcome: 'rejected' }]);
      const rest = await replayAll({ filter: { recipient: domain } });
      expect(rest.body).toMatchObject({ queued: 2, remaining: 0 });
      expect(rest.body.results.map(({ emailId }) => emailId)).toEqual(failed.slice(1));
      for (const { replayId } of rest.body.results) await sent(replayId!);
      const repeated = await replayAll({ filter: { recipient: domain } });
      expect(repeated.body).toEqual({ queued: 0, results: [], remaining: 0 });
    });

    it.each([
      ['recipient', 'a list', { recipient: 'a@example.com, b@example.com' }],
      ['recipient', 'a second header', { recipient: 'a@example.com\r\nBcc: b@example.com' }],
    ])('rejects an invalid %s: %s', async (field, _, body) => {
      const emailId = await product.queueEmail(welcomeEmail(other()));
      expect(await replay(emailId, body)).toMatchObject({
        status: 422,
        body: { details: { fields: [{ field }] } },
      });
    });

    it.each([{}, { ids: [], filter: {} }])('in bulk rejects %j', async (body) => {
      expect((await replayAll(body)).status).toBe(422);
    });

    async function welcomeTo(email: string) {
      const { id } = await createUser(product, { email, confirmed: false });
      return { ...welcomeEmail(email), userId: id };
    }
  });

  describe('canceling an email', () => {
    it('stops a pending email permanently, and is recorded in the audit log', async () => {
      const address = other();
      await product.setMailServerControls({ reject: { code: 451, to: address, count: 1 } });
      const emailId = await product.queueEmail(welcomeEmail(address));
      await eventually(async () =>
        expect(await product.emailRow(emailId)).toMatchObject({ status: 'queued', attempts: 1 }),
      );
      const { body } = await call<EmailDetail>(`emails/${emailId}/cancel`, { by: support, body: {} });
      expect(body).toMatchObject({ status: 'canceled', nextAttemptAt: null, cancelable: false });
      await eventually(async () => {
        const [event] = await product.database.query<{ done_at: Date | null }>({
          text: 'select done_at from outbox_events e join emails on emails.event_id = e.id where emails.id = $1',
          values: [emailId],
        });
        expect(event!.done_at).not.toBeNull();
      });
      expect(await product.emailsTo(address)).toEqual([]);
      expect(await audited(emailId)).toEqual([{ action: 'email.canceled', actor_id: support.id }]);
    });
  });

  it('counts failed emails that were not replayed', async () => {
    const counted = async (metric: RegExp): Promise<number> => {
      const text = await (await fetch(`${product.url}/api/metrics`)).text();
      return Number(metric.exec(text)?.[1] ?? 0);
    };
    const waiting = () => counted(/^emails_waiting_for_support\{template="welcome"\} (\d+)/m);
    const failed = () => counted(/^emails_unsent\{status="failed"\} (\d+)/m);
    const failedBefore = await failed();
    const before = await waiting();
    const buyer = await createUser(product, { confirmed: false });
    const emailId = await failedEmail({ ...welcomeEmail(buyer.email), userId: buyer.id });
    expect(await waiting()).toBe(before + 1);
    expect(await failed()).toBe(failedBefore + 1);
    await replay(emailId);
    expect(await waiting()).toBe(before);
    expect(await failed()).toBe(failedBefore);
    expect(await counted(/^emails_unsent\{status="sent"\} (\d+)/m)).toBe(0);
    const { body } = await call<{ items: { id: string }[] }>(
      `emails?status=failed&recipient=${encodeURIComponent(buyer.email)}`,
    );
    expect(body.items).toEqual([]);
  });

  it('shows staff actions to admins, page by page', async () => {
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
    expect(await byAddress('unknown@nowhere.example')).toEqual([]);
    expect((await call('audit?actorEmail=sam', { by: admin })).status).toBe(422);
    expect((await call('audit?actorId=me', { by: admin })).status).toBe(422);
  });
});
