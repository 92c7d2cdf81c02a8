import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

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
  /** Accepted messages, oldest first. */
  messages: SentSms[];
  /** Error statuses for the next requests. */
  failures: number[];
  close(): Promise<void>;
}

export async function startSmsProvider(): Promise<SmsProvider> {
  const messages: SentSms[] = [];
  const failures: number[] = [];
  const receive = async (request: IncomingMessage): Promise<{ status: number; body: object }> => {
    const form = new URLSearchParams(await text(request));
    const status = failures.shift();
    if (status !== undefined) return { status, body: { message: 'The number is not reachable' } };
    messages.push({
      path: request.url ?? '',
      authorization: request.headers.authorization,
      to: form.get('To') ?? '',
      from: form.get('From') ?? form.get('MessagingServiceSid') ?? '',
      text: form.get('Body') ?? '',
    });
    return { status: 201, body: { sid: `SM${messages.length}` } };
  };
  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { status, body } = await receive(request);
    response.writeHead(status, { 'Content-Type': 'application/json' });
    response.end(JSON.stringify(body));
  };
  const server = createServer((request, response) => void handle(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    messages,
    failures,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
