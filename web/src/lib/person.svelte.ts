// Who plays on this device.

import type { Me } from '../generated/messages';
import { api } from './api';

class Person {
  me = $state.raw<Me | null>(null);
  isKnown = $state(false);
  /** Whether the name is being asked for, and what to do when it is known. */
  asking = $state.raw<(() => void) | null>(null);

  async load(): Promise<void> {
    try {
      this.me = await api.me();
    } finally {
      this.isKnown = true;
    }
  }

  async rename(name: string): Promise<void> {
    this.me = await api.rename(name);
  }

  /** Does something that needs a name, after asking for one where there is none. */
  async withName(then: () => void): Promise<void> {
    // Perhaps the server could not be reached before; a name given now would change that of somebody known.
    if (!this.me) await this.load().catch(() => {});
    if (this.me) then();
    else this.asking = then;
  }
}

export const person = new Person();
