import { Injectable } from '@nestjs/common';
import { EndedRowsRepository } from '../persistence/ended-rows.repository.js';

const BITE = 5000;

/** Deletes ended sessions, expired links, flows, challenges and marks of browsers, in small bites. */
@Injectable()
export class Sweep {
  constructor(private readonly rows: EndedRowsRepository) {}

  before(time: Date): Promise<void> {
    return this.rows.forgetBefore(time, BITE);
  }
}
