// Baseline for serving a page: the framework sending the same bytes from memory, with only the required headers.
import 'reflect-metadata';
import { Controller, Get, Module, Res } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { childOptions, handleCommands } from '../support/child-process.mjs';

const { base64, contentType, encoding } = childOptions();
const body = Buffer.from(base64, 'base64');

class BaselineController {
  page(response) {
    response.setHeader('Content-Type', contentType);
    response.setHeader('Content-Encoding', encoding);
    response.setHeader('Content-Length', body.length);
    response.end(body);
  }
}
Res()(BaselineController.prototype, 'page', 0);
Reflect.decorate(
  [Get()],
  BaselineController.prototype,
  'page',
  Object.getOwnPropertyDescriptor(BaselineController.prototype, 'page'),
);
Reflect.decorate([Controller()], BaselineController);
class BaselineModule {}
Reflect.decorate([Module({ controllers: [BaselineController] })], BaselineModule);
const app = await NestFactory.create(BaselineModule, { logger: false });
await app.listen(0, '127.0.0.1');
handleCommands({ url: `http://127.0.0.1:${app.getHttpServer().address().port}` }, () => undefined);
