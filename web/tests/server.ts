/** `azulejos serve` as a process of its own, on a port that stays the same over restarts. */

import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const PROGRAM = join(import.meta.dirname, '../../.venv/bin/azulejos');

export class Server {
  private process: ChildProcess | null = null;
  private readonly folder = mkdtempSync(join(tmpdir(), 'azulejos-web-'));
  private port = 0;
  /** What it has complained about. */
  readonly complaints: string[] = [];

  /** Where it is reached, such as `http://127.0.0.1:45123`. */
  get address(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** Start it and wait until it listens. */
  async start(): Promise<void> {
    const options = ['--port', String(this.port), '--database', join(this.folder, 'games.sqlite')];
    const started = spawn(PROGRAM, ['serve', ...options, '--workers', '1', '--no-rate-limits'], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.process = started;
    createInterface({ input: started.stderr }).on('line', (line) => {
      // What a killed process leaves behind is cleaned up after it, with a word about it.
      if (!/resource_tracker/.test(line)) this.complaints.push(line);
    });
    for await (const line of createInterface({ input: started.stdout })) {
      const address = /^Serving (.*)/.exec(line)?.[1];
      if (!address) continue;
      this.port = Number(new URL(address).port);
      started.stdout.resume();
      return;
    }
    throw new Error('azulejos serve ended before it served');
  }

  /** End it as a power failure would. */
  async kill(): Promise<void> {
    await this.end('SIGKILL');
  }

  /** End it for good. */
  async close(): Promise<void> {
    await this.end('SIGTERM');
    rmSync(this.folder, { recursive: true, force: true });
  }

  private async end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    const running = this.process;
    this.process = null;
    if (!running || running.exitCode !== null) return;
    const end = once(running, 'exit');
    running.kill(signal);
    await end;
  }
}
