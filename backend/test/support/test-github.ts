import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { randomBytes } from 'node:crypto';

export interface GithubPerson {
  id: number;
  login: string;
  name: string | null;
  emails: { email: string; primary: boolean; verified: boolean }[];
  /** What other servers than GitHub would tell with the person. */
  email?: string;
  email_verified?: boolean;
}

/** The part of a GitHub Enterprise server that a sign-in touches. The person who is named by `login` agrees at once. */
export interface TestGithub {
  url: string;
  people: Map<string, GithubPerson>;
  stop(): Promise<void>;
}

const SECRET = 'a-secret-between-site-and-github';
export const GITHUB_CLIENT = { id: 'github-site', secret: SECRET };

export async function startTestGithub(): Promise<TestGithub> {
  const people = new Map<string, GithubPerson>();
  const granted = new Map<string, GithubPerson>();
  const routes: Record<string, (request: IncomingMessage, url: URL) => Promise<object> | object | URL> = {
    'GET /login/oauth/authorize': (_, { searchParams }) => {
      const code = randomBytes(10).toString('hex');
      granted.set(code, people.get(searchParams.get('login') ?? '')!);
      const back = new URL(searchParams.get('redirect_uri')!);
      back.searchParams.set('code', code);
      back.searchParams.set('state', searchParams.get('state')!);
      return back;
    },
    'POST /login/oauth/access_token': async (request) => {
      const form = new URLSearchParams(await bodyOf(request));
      const person = granted.get(form.get('code') ?? '');
      const known = form.get('client_id') === GITHUB_CLIENT.id && form.get('client_secret') === SECRET;
      if (!person || !known) return { error: 'bad_verification_code' };
      granted.delete(form.get('code')!);
      const token = `gho_${randomBytes(10).toString('hex')}`;
      granted.set(token, person);
      return { access_token: token, token_type: 'bearer', scope: 'read:user,user:email' };
    },
    'GET /api/v3/user': (request) => ({ ...personOf(request), emails: undefined }),
    'GET /api/v3/user/emails': (request) => personOf(request).emails,
  };
  const personOf = (request: IncomingMessage): GithubPerson =>
    granted.get(request.headers.authorization?.replace('Bearer ', '') ?? '')!;
  const server = createServer((request, response) => {
    const url = new URL(request.url!, 'http://github');
    const route = routes[`${request.method} ${url.pathname}`];
    void (async () => {
      const answer = await route?.(request, url);
      if (answer instanceof URL) return response.writeHead(302, { Location: answer.href }).end();
      response.writeHead(answer ? 200 : 404, { 'Content-Type': 'application/json' });
      return response.end(JSON.stringify(answer ?? {}));
    })();
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    people,
    async stop() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  return Buffer.concat(pieces).toString('utf8');
}
