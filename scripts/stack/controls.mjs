import { createServer } from 'node:http';

/**
 * Lets a test, which knows the product only from outside, end and start its services, over loopback HTTP:
 * `GET /` answers `{ services: { api: 1234, worker: null, … } }`, name to process id;
 * `POST /kill/<service>` is `kill -9`, `POST /stop/<service>` asks it to end, `POST /start/<service>` answers when it is ready.
 * Each answers 200 with the same object, 404 for an unknown service, 500 with `{ message }` when it cannot be done.
 */
export async function serveControls(stack) {
  const acts = {
    kill: (service) => stack.kill(service),
    stop: (service) => stack.stop(service),
    start: (service) => stack.start(service),
  };
  const state = () => ({
    services: Object.fromEntries(stack.services.map((name) => [name, stack.pid(name) ?? null])),
  });
  const server = createServer(async (request, response) => {
    const answer = (status, body) => {
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(JSON.stringify(body));
    };
    const [, act, service] = request.url.split('/');
    if (request.method === 'GET' && !act) return answer(200, state());
    if (request.method !== 'POST' || !acts[act])
      return answer(404, { message: 'kill, stop or start a service by POST' });
    try {
      await acts[act](service);
      return answer(200, state());
    } catch (error) {
      return answer(error.message.startsWith('no service') ? 404 : 500, { message: error.message });
    }
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    close: () => new Promise((resolve) => server.close(resolve).closeAllConnections()),
  };
}
