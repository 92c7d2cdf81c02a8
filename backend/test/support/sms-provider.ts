import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** What the provider was asked to send. */
export interface PostedSms {
  path: string;
  authorization: string | undefined;
  to: string;
  from: string;
  text: string;
}

/** A provider of text messages in the form of Twilio's API, that sends nothing. */
export interface SmsProvider {
  url: string;
  /** Messages taken, oldest first. */
  messages: PostedSms[];
  /** The next answers, before everything is well again. */
  trouble: number[];
  close(): Promise<void>;
}

export async function startSmsProvider(): Promise<SmsProvider> {
  const messages: PostedSms[] = [];
  const trouble: number[] = [];
  const take = async (request: IncomingMessage): Promise<{ status: number; body: object }> => {
    const form = new URLSearchParams(await text(request));
    const status = trouble.shift();
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
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { status, body } = await take(request);
    response.writeHead(status, { 'Content-Type': 'application/json' });
    response.end(JSON.stringify(body));
  };
  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    messages,
    trouble,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
