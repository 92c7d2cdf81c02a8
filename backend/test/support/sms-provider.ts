import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { startTestProduct, type TestProduct } from './test-product.js';

/** A message sent through the provider. */
export interface SentSms {
  path: string;
  authorization: string | undefined;
  to: string;
  from: string;
  text: string;
}

/** An emulator of Twilio's Messages API that delivers nothing. */
export interface SmsProvider {
  url: string;
  /** Settings of a product that uses it. */
  variables: Record<string, string>;
  /** Accepted messages, oldest first. */
  messages: SentSms[];
  /** Error statuses for the next requests, or messages that are accepted without a response. */
  failures: (number | 'no response')[];
  /** Awaited before each response to an accepted message. */
  beforeResponse: Promise<void>;
  close(): Promise<void>;
}

export async function startSmsProvider(): Promise<SmsProvider> {
  const messages: SentSms[] = [];
  const failures: SmsProvider['failures'] = [];
  const receive = async (request: IncomingMessage): Promise<{ status: number; body: object } | undefined> => {
    const form = new URLSearchParams(await text(request));
    const failure = failures.shift();
    if (typeof failure === 'number')
      return { status: failure, body: { message: 'The number is not reachable' } };
    messages.push({
      path: request.url ?? '',
      authorization: request.headers.authorization,
      to: form.get('To') ?? '',
      from: form.get('From') ?? form.get('MessagingServiceSid') ?? '',
      text: form.get('Body') ?? '',
    });
    const sid = `SM${messages.length}`;
    await provider.beforeResponse;
    return failure === undefined ? { status: 201, body: { sid } } : undefined;
  };
  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const received = await receive(request);
    if (!received) return void request.socket.destroy();
    response.writeHead(received.status, { 'Content-Type': 'application/json' });
    response.end(JSON.stringify(received.body));
  };
  const server = createServer((request, response) => void handle(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  const provider: SmsProvider = {
    url,
    variables: {
      AUTH_SMS_PROVIDER: 'twilio',
      AUTH_TWILIO_ACCOUNT_SID: 'AC123',
      AUTH_TWILIO_AUTH_TOKEN: 'a secret token',
      AUTH_TWILIO_FROM: '+15550100100',
      AUTH_TWILIO_API_URL: url,
    },
    messages,
    failures,
    beforeResponse: Promise.resolve(),
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
  return provider;
}

/** The product with an SMS provider. */
export interface SmsFixture extends TestProduct {
  sms: SmsProvider;
}

export async function startSmsFixture(variables: Record<string, string>): Promise<SmsFixture> {
  const sms = await startSmsProvider();
  const product = await startTestProduct({ ...sms.variables, ...variables });
  return {
    ...product,
    sms,
    async stop() {
      await product.stop();
      await sms.close();
    },
  };
}
