import 'reflect-metadata';
import { Controller, Get, HttpCode, Module, Post, Req, Res } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { handleCommands } from '../support/child-process.mjs';

/** Serves a single POST route with nothing but the framework, and reports its URL to the parent. `handle` gets the request. */
export function servePost(path, handle) {
  return serve(Post(path), handle);
}

/** The same for GET. */
export function serveGet(path, handle) {
  return serve(Get(path), handle);
}

/** `handle` also gets the response, and sends it. */
export function serveFile(path, handle) {
  return serve(Get(path), handle, { sendsResponse: true });
}

async function serve(route, handle, { sendsResponse = false } = {}) {
  class BaselineController {
    respond(request, response) {
      return handle(request, response);
    }
  }
  Req()(BaselineController.prototype, 'respond', 0);
  if (sendsResponse) Res()(BaselineController.prototype, 'respond', 1);
  const method = Object.getOwnPropertyDescriptor(BaselineController.prototype, 'respond');
  Reflect.decorate([route, HttpCode(200)], BaselineController.prototype, 'respond', method);
  Reflect.decorate([Controller()], BaselineController);
  class BaselineModule {}
  Reflect.decorate([Module({ controllers: [BaselineController] })], BaselineModule);
  const app = await NestFactory.create(BaselineModule, { logger: false });
  await app.listen(0, '127.0.0.1');
  handleCommands({ url: `http://127.0.0.1:${app.getHttpServer().address().port}` }, () => undefined);
}
