import type { RequestHandler } from 'express';
import { isResumableUpload } from '../../protocol/storage-routes.js';

/** Adds what the TUS server supports to the usual response to OPTIONS. */
export const tusCapabilities: RequestHandler = (request, response, next) => {
  if (request.method === 'OPTIONS' && isResumableUpload(request))
    response.set({
      'Tus-Resumable': '1.0.0',
      'Tus-Version': '1.0.0',
      'Tus-Extension': 'creation,creation-with-upload,creation-defer-length,termination,expiration',
    });
  next();
};
