import { Injectable } from '@nestjs/common';

/** Whether this process is shutting down. If so, it reports not ready and finishes its work. */
@Injectable()
export class ShutdownState {
  private begun = false;

  get hasBegun(): boolean {
    return this.begun;
  }

  begin(): void {
    this.begun = true;
  }
}
