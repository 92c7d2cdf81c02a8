import { once } from 'node:events';
import { createServer } from 'node:http';

/**
 * Lets black-box tests stop and start services over loopback HTTP:
 * `GET /` returns `{ services: { api: 1234, worker: null, … } }`, name to process id;
 * `POST /kill/<service>` is `kill -9`, `POST /stop/<service>` stops it gracefully, `POST /start/<service>` responds once it is ready.
 * Each responds with 200 and the same object, 404 for an unknown action or service, or 500 and `{ message }` if it fails.
 */
export async function serveControls(stack) {
  const respond = async ({ method, url }) => {
    const [, action, service] = url.split('/');
    const exists = action === 'start' || (/^(kill|stop)$/.test(action) && stack.services.includes(service));
    if (method === 'POST' && !exists) return [404, { message: 'use POST /kill, /stop or /start/<service>' }];
    if (method === 'POST') await stack[action](service);
    const services = stack.services.map((name) => [name, stack.pid(name) ?? null]);
    return [200, { services: Object.fromEntries(services) }];
  };
  const server = createServer(async (request, response) => {
    const [status, body] = await respond(request).catch(({ message }) => [500, { message }]);
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    close: () => new Promise((resolve) => server.close(resolve).closeAllConnections()),
  };
}
