import { Injectable } from '@nestjs/common';

/** Whether this process has been told to stop. From then on it is not ready, and ends what it has begun. */
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
