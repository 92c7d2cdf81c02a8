import { readFile } from 'node:fs/promises';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { dirname, extname, join } from 'node:path';
import { testEnvironment } from './test-environment.js';

const require = createRequire(import.meta.url);
const LIBRARY = join(dirname(require.resolve('@supabase/auth-js')), '../module');
const fromLibrary = createRequire(join(LIBRARY, 'index.js'));

/** The published modules of the client library import each other without a file extension. */
const withExtension = (path: string) => (extname(path) === '.js' ? path : `${path}.js`);

/** An application on another origin that signs users in with the unmodified client library. */
export class ClientApp {
  private constructor(
    private readonly server: Server,
    readonly url: string,
  ) {}

  static async start(): Promise<ClientApp> {
    const server = createServer((request, response) => void respond(request.url ?? '/', response));
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    return new ClientApp(server, `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((closed) => this.server.close(closed));
  }
}

async function respond(url: string, response: ServerResponse): Promise<void> {
  const { pathname } = new URL(url, 'http://app');
  if (pathname === '/') return void response.setHeader('Content-Type', 'text/html').end(PAGE);
  const file =
    pathname === '/tslib.js'
      ? join(dirname(fromLibrary.resolve('tslib')), 'tslib.es6.mjs')
      : join(LIBRARY, withExtension(pathname.replace('/library', '')));
  const source = await readFile(file).catch(() => undefined);
  if (!source) return void response.writeHead(404).end();
  response.setHeader('Content-Type', 'text/javascript').end(source);
}

const PAGE = `<!doctype html>
<html lang="en">
<title>Client app</title>
<link rel="icon" href="data:," />
<output>Loading</output>
<form>
  <label>Email <input name="email" /></label>
  <label>Password <input name="password" /></label>
  <button>Sign up</button>
</form>
<script type="importmap">{ "imports": { "tslib": "/tslib.js" } }</script>
<script type="module">
  import { GoTrueClient } from '/library/index.js';
  const client = new GoTrueClient({
    url: '${testEnvironment.siteUrl}/api/auth/v1',
    autoRefreshToken: false,
    persistSession: true,
    detectSessionInUrl: true,
    flowType: 'pkce',
  });
  const output = document.querySelector('output');
  const show = async (error) => {
    const { data } = await client.getUser();
    output.textContent = error ? error.message : data.user ? 'Signed in as ' + data.user.email : 'Signed out';
  };
  document.querySelector('form').addEventListener('submit', async (event) => {
    event.preventDefault();
    output.textContent = 'Loading';
    const { email, password } = event.target.elements;
    const { error } = await client.signUp({
      email: email.value,
      password: password.value,
      options: { emailRedirectTo: window.location.origin + '/' },
    });
    await show(error);
  });
  const { error } = await client.initialize();
  await show(error);
</script>
</html>`;
