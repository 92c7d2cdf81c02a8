// Baseline for small downloads: the framework and `send`, which serves a file from disk with ETag and ranges.
import { childOptions } from '../support/child-process.mjs';
import { serveFile } from './nest-server.mjs';

const { file } = childOptions();

await serveFile('file', (_request, response) => response.sendFile(file));
