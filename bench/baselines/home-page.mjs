// The floor of serving a page: the framework sending the same bytes, with the headers they cannot do without, from memory.
import 'reflect-metadata';
import { Controller, Get, Module, Res } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { optionsOfThisChild, takeOrders } from '../support/children.mjs';

const { base64, contentType, encoding } = optionsOfThisChild();
const body = Buffer.from(base64, 'base64');

class FloorController {
  page(response) {
    response.setHeader('Content-Type', contentType);
    response.setHeader('Content-Encoding', encoding);
    response.setHeader('Content-Length', body.length);
    response.end(body);
  }
}
Res()(FloorController.prototype, 'page', 0);
Reflect.decorate(
  [Get()],
  FloorController.prototype,
  'page',
  Object.getOwnPropertyDescriptor(FloorController.prototype, 'page'),
);
Reflect.decorate([Controller()], FloorController);
class FloorModule {}
Reflect.decorate([Module({ controllers: [FloorController] })], FloorModule);
const app = await NestFactory.create(FloorModule, { logger: false });
await app.listen(0, '127.0.0.1');
takeOrders({ url: `http://127.0.0.1:${app.getHttpServer().address().port}` }, () => undefined);
