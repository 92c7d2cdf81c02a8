import 'reflect-metadata';
import { Controller, Get, HttpCode, Module, Post, Req } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { takeOrders } from '../support/children.mjs';

/** Serves one POST route with the framework and nothing else, and tells the parent where. `answerTo` gets the request. */
export function servePost(path, answerTo) {
  return serve(Post(path), answerTo);
}

/** The same for GET. */
export function serveGet(path, answerTo) {
  return serve(Get(path), answerTo);
}

async function serve(route, answerTo) {
  class FloorController {
    answer(request) {
      return answerTo(request);
    }
  }
  Req()(FloorController.prototype, 'answer', 0);
  const method = Object.getOwnPropertyDescriptor(FloorController.prototype, 'answer');
  Reflect.decorate([route, HttpCode(200)], FloorController.prototype, 'answer', method);
  Reflect.decorate([Controller()], FloorController);
  class FloorModule {}
  Reflect.decorate([Module({ controllers: [FloorController] })], FloorModule);
  const app = await NestFactory.create(FloorModule, { logger: false });
  await app.listen(0, '127.0.0.1');
  takeOrders({ url: `http://127.0.0.1:${app.getHttpServer().address().port}` }, () => undefined);
}
