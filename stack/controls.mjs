import { createServer } from 'node:http';

/**
 * Lets black-box tests stop and start services over loopback HTTP:
 * `GET /` returns `{ services: { api: 1234, worker: null, … } }`, name to process id;
 * `POST /kill/<service>` is `kill -9`, `POST /stop/<service>` stops it gracefully, `POST /start/<service>` responds once it is ready.
 * Each responds with 200 and the same object, 404 for an unknown service, or 500 and `{ message }` if it fails.
 */
export async function serveControls(stack) {
  const actions = {
    kill: (service) => stack.kill(service),
    stop: (service) => stack.stop(service),
    start: (service) => stack.start(service),
  };
  const state = () => ({
    services: Object.fromEntries(stack.services.map((name) => [name, stack.pid(name) ?? null])),
  });
  const server = createServer(async (request, response) => {
    const respond = (status, body) => {
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(JSON.stringify(body));
    };
    const [, action, service] = request.url.split('/');
    if (request.method === 'GET' && !action) return respond(200, state());
    if (request.method !== 'POST' || !actions[action])
      return respond(404, { message: 'use POST /kill, /stop or /start with a service name' });
    try {
      await actions[action](service);
      return respond(200, state());
    } catch (error) {
      return respond(error.message.startsWith('no service') ? 404 : 500, { message: error.message });
    }
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    close: () => new Promise((resolve) => server.close(resolve).closeAllConnections()),
  };
}
