import { urlencoded, type RequestHandler } from 'express';

/** Reads the forms that providers make browsers post; everything else of the protocol is JSON. */
export const formBodies: RequestHandler = urlencoded({ extended: false, limit: '512kb', parameterLimit: 50 });
