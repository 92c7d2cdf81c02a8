import { startMailbox, type Mailbox } from '../../../sandbox/src/mailbox/index.ts';
import { QueueEmail } from '../../src/modules/notifications/application/queue-email.js';
import type { ParamsOf, TemplateName } from '../../src/modules/notifications/domain/templates/catalog.js';
import { startTestProduct, type TestProduct } from './test-product.js';

export interface SmtpEmail {
  id: string;
  messageId: string;
  to: string[];
  subject: string;
}

export interface SmtpEmailDetail extends SmtpEmail {
  html: string;
  text: string;
  links: string[];
  headers: { name: string; value: string }[];
}

export interface EmailRow {
  id: string;
  status: string;
  attempts: number;
  recipient: string;
  replay_of: string | null;
  message_id: string;
  last_error: string | null;
  next_attempt_at: Date | null;
  early_attempts: number;
}

/** The product with a mail server of its own beside it. */
export interface TestSmtpServer extends TestProduct {
  /** The mail server rejects connections until it is started again, with the emails forgotten that it had. */
  stopMailServer(): Promise<void>;
  startMailServer(): Promise<void>;
  /** Sets a trouble of the mail server. */
  trouble(faults: object): Promise<void>;
  calm(): Promise<void>;
  /** Emails that arrived, oldest first. */
  emailsTo(address: string): Promise<SmtpEmail[]>;
  open(email: SmtpEmail): Promise<SmtpEmailDetail>;
  /** Writes an email as a handler does; gives its id. */
  queue<Name extends TemplateName>(input: Wish<Name>): Promise<string>;
  row(emailId: string): Promise<EmailRow>;
  attempts(emailId: string): Promise<{ number: number; outcome: string; smtp_response: string | null }[]>;
}

export interface Wish<Name extends TemplateName> {
  template: Name;
  params: ParamsOf<Name>;
  recipient: string;
  userId?: string;
}

export const WELCOME: ParamsOf<'welcome'> = {
  name: 'Ada Buyer',
  hasPassword: true,
  tier: 'team',
  interval: 'month',
  amountCents: 4900,
  until: '2026-12-24T10:00:00.000Z',
};

/** A welcome email to someone without an account. */
export const aWelcome = (recipient: string): Wish<'welcome'> => ({
  template: 'welcome',
  params: WELCOME,
  recipient,
});

const MAILBOX = { host: '127.0.0.1', dataDir: null };

/** `smtpOptions` are those of the email transport, e.g. `socketTimeout=500`. */
export async function startTestSmtpServer(
  variables: Record<string, string> = {},
  smtpOptions = '',
): Promise<TestSmtpServer> {
  let mailbox: Mailbox | undefined = await startMailbox({ ...MAILBOX, smtpPort: 0, port: 0 });
  const { url, port, smtpPort } = mailbox;
  const product = await startTestProduct({ SMTP_URL: `${mailbox.smtpUrl}?${smtpOptions}`, ...variables });
  const at = (path: string): string => `${url}/api/${path}`;
  return {
    ...product,
    async stopMailServer() {
      await mailbox?.close();
      mailbox = undefined;
    },
    async startMailServer() {
      mailbox = await startMailbox({ ...MAILBOX, smtpPort, port });
    },
    async trouble(faults) {
      const body = JSON.stringify(faults);
      await fetch(at('controls'), { method: 'POST', headers: { 'Content-Type': 'application/json' }, body });
    },
    async calm() {
      await fetch(at('controls'), { method: 'DELETE' });
    },
    async emailsTo(address) {
      const response = await fetch(at(`messages?to=${encodeURIComponent(address)}&limit=10000`));
      return ((await response.json()) as { messages: SmtpEmail[] }).messages.reverse();
    },
    async open({ id }) {
      return (await (await fetch(at(`messages/${id}`))).json()) as SmtpEmailDetail;
    },
    async queue({ userId, ...content }) {
      const id = await product.database.transaction(() =>
        product.api
          .get(QueueEmail, { strict: false })
          .queue({ ...content, userId: userId ?? null, locale: 'en' }),
      );
      return id!;
    },
    async row(emailId) {
      const [row] = await product.database.query<EmailRow>({
        text: 'select * from emails where id = $1',
        values: [emailId],
      });
      return row!;
    },
    attempts: (emailId) =>
      product.database.query({
        text: 'select number, outcome, smtp_response from email_attempts where email_id = $1 order by number',
        values: [emailId],
      }),
    async stop() {
      await product.stop();
      await mailbox?.close();
    },
  };
}
