import { startMailbox, type Mailbox } from '../../../sandbox/src/mailbox/index.ts';
import { QueueEmail } from '../../src/modules/notifications/core/queue-email.js';
import type {
  TemplateParams,
  TemplateName,
} from '../../src/modules/notifications/templates/domain/catalog.js';
import { startTestProduct, type TestProduct } from './test-product.js';

export interface ReceivedEmailSummary {
  id: string;
  messageId: string;
  to: string[];
  subject: string;
}

export interface ReceivedEmailDetail extends ReceivedEmailSummary {
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
}

/** The product with a mail server. */
export interface EmailFixture extends TestProduct {
  /** Stops the mail server and deletes its emails; connections are refused until it is started again. */
  stopMailServer(): Promise<void>;
  startMailServer(): Promise<void>;
  /** Makes the mail server fail, e.g. `{ hang: true }`. */
  setMailServerControls(controls: object): Promise<void>;
  resetMailServerControls(): Promise<void>;
  /** Received emails, oldest first. */
  emailsTo(address: string): Promise<ReceivedEmailSummary[]>;
  openEmail(email: ReceivedEmailSummary): Promise<ReceivedEmailDetail>;
  /** Queues an email like an event handler does; returns its ID. */
  queueEmail<Name extends TemplateName>(input: QueueEmailInput<Name>): Promise<string>;
  emailRow(emailId: string): Promise<EmailRow>;
  emailAttempts(
    emailId: string,
  ): Promise<{ number: number; outcome: string; smtp_response: string | null }[]>;
}

export interface QueueEmailInput<Name extends TemplateName> {
  template: Name;
  params: TemplateParams<Name>;
  recipient: string;
  userId?: string;
}

const WELCOME_PARAMS: TemplateParams<'welcome'> = {
  name: 'Ada Buyer',
  hasPassword: true,
  tier: 'team',
  interval: 'month',
  amountCents: 4900,
  until: '2026-12-24T10:00:00.000Z',
};

/** A welcome email to a recipient without an account. */
export const welcomeEmail = (recipient: string): QueueEmailInput<'welcome'> => ({
  template: 'welcome',
  params: WELCOME_PARAMS,
  recipient,
});

const MAILBOX = { host: '127.0.0.1', dataDir: null };

/** `smtpOptions` are query parameters of the SMTP URL, e.g. `socketTimeout=500`. */
export async function startEmailFixture(
  variables: Record<string, string> = {},
  smtpOptions = '',
): Promise<EmailFixture> {
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
    async setMailServerControls(controls) {
      const body = JSON.stringify(controls);
      await fetch(at('controls'), { method: 'POST', headers: { 'Content-Type': 'application/json' }, body });
    },
    async resetMailServerControls() {
      await fetch(at('controls'), { method: 'DELETE' });
    },
    async emailsTo(address) {
      const response = await fetch(at(`messages?to=${encodeURIComponent(address)}&limit=10000`));
      return ((await response.json()) as { messages: ReceivedEmailSummary[] }).messages.reverse();
    },
    async openEmail({ id }) {
      return (await (await fetch(at(`messages/${id}`))).json()) as ReceivedEmailDetail;
    },
    async queueEmail({ userId, ...content }) {
      const id = await product.database.transaction(() =>
        product.api.get(QueueEmail).queue({ ...content, userId: userId ?? null, locale: 'en' }),
      );
      return id!;
    },
    async emailRow(emailId) {
      const [row] = await product.database.query<EmailRow>({
        text: 'select * from emails where id = $1',
        values: [emailId],
      });
      return row!;
    },
    emailAttempts: (emailId) =>
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

/** The product with a mail server and a worker that sends to it. */
export async function startEmailDelivery(variables: Record<string, string> = {}): Promise<EmailFixture> {
  const product = await startEmailFixture(variables);
  await product.startWorker();
  return product;
}
