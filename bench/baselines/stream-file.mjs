// Baseline for large transfers: plain Node streams from and to the same disk. A received file is synced, as in the product.
import { createReadStream, createWriteStream, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { childOptions, handleCommands } from '../support/child-process.mjs';

const { file, folder } = childOptions();
const highWaterMark = 256 * 1024;
let received = 0;

const server = createServer(async (request, response) => {
  if (request.method === 'GET') {
    response.setHeader('Content-Length', statSync(file).size);
    return pipeline(createReadStream(file, { highWaterMark }), response);
  }
  received += 1;
  await pipeline(request, createWriteStream(join(folder, `received-${received}`), { flush: true }));
  response.end();
});
server.listen(0, '127.0.0.1', () => {
  handleCommands({ url: `http://127.0.0.1:${server.address().port}` }, () => undefined);
});
