import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { randomBytes } from 'node:crypto';

export interface GithubUser {
  id: number;
  login: string;
  name: string | null;
  emails: { email: string; primary: boolean; verified: boolean }[];
  /** Fields that other OAuth servers return with the user. */
  email?: string;
  email_verified?: boolean;
}

/** The OAuth part of a GitHub Enterprise server. The user named by `login` consents automatically. */
export interface TestGithub {
  url: string;
  users: Map<string, GithubUser>;
  stop(): Promise<void>;
}

const SECRET = 'a-secret-between-site-and-github';
export const GITHUB_CLIENT = { id: 'github-site', secret: SECRET };

export async function startTestGithub(): Promise<TestGithub> {
  const users = new Map<string, GithubUser>();
  const granted = new Map<string, GithubUser>();
  const routes: Record<string, (request: IncomingMessage, url: URL) => Promise<object> | object | URL> = {
    'GET /login/oauth/authorize': (_, { searchParams }) => {
      const code = randomBytes(10).toString('hex');
      granted.set(code, users.get(searchParams.get('login') ?? '')!);
      const callback = new URL(searchParams.get('redirect_uri')!);
      callback.searchParams.set('code', code);
      callback.searchParams.set('state', searchParams.get('state')!);
      return callback;
    },
    'POST /login/oauth/access_token': async (request) => {
      const form = new URLSearchParams(await text(request));
      const user = granted.get(form.get('code') ?? '');
      const known = form.get('client_id') === GITHUB_CLIENT.id && form.get('client_secret') === SECRET;
      if (!user || !known) return { error: 'bad_verification_code' };
      granted.delete(form.get('code')!);
      const token = `gho_${randomBytes(10).toString('hex')}`;
      granted.set(token, user);
      return { access_token: token, token_type: 'bearer', scope: 'read:user,user:email' };
    },
    'GET /api/v3/user': (request) => ({ ...getUser(request), emails: undefined }),
    'GET /api/v3/user/emails': (request) => getUser(request).emails,
  };
  const getUser = (request: IncomingMessage): GithubUser =>
    granted.get(request.headers.authorization?.replace('Bearer ', '') ?? '')!;
  const server = createServer((request, response) => {
    const url = new URL(request.url!, 'http://github');
    const route = routes[`${request.method} ${url.pathname}`];
    void (async () => {
      const result = await route?.(request, url);
      if (result instanceof URL) return response.writeHead(302, { Location: result.href }).end();
      response.writeHead(result ? 200 : 404, { 'Content-Type': 'application/json' });
      return response.end(JSON.stringify(result ?? {}));
    })();
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    users,
    async stop() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}
