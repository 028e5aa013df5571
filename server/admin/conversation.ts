import type { Socket } from 'node:net';
import type { OpenDatabase } from '../db/open-database.ts';
import { isList } from '../import/planning-source.ts';
import { Spool } from '../import/spool.ts';
import { AdminRefused, type AdminRequest, readAdminRequest, runAdminCommand } from './commands.ts';
import { type AdminPart, writeBytes, writeLine } from './lines.ts';

export interface ConversationOptions {
  database: Pick<OpenDatabase, 'db' | 'kind' | 'copies'>;
  /** How people address the server. */
  baseUrl: string;
  /** An ISO instant; the clock unless a test gives its own. */
  now?: () => string;
  /** What went wrong in a command through no fault of the person. */
  onError?: (error: unknown) => void;
}

/** One tool's request, the file that follows it where it has one, and the answer. */
export class Conversation {
  readonly #socket: Socket;
  readonly #options: ConversationOptions;
  readonly #cancelled = new AbortController();
  readonly #onWork: (work: Promise<void>) => void;
  #request: AdminRequest | undefined;
  #spool: Spool | undefined;
  #bytes: Buffer[] | undefined;
  #working = false;

  constructor(socket: Socket, options: ConversationOptions, onWork: (work: Promise<void>) => void) {
    this.#socket = socket;
    this.#options = options;
    this.#onWork = onWork;
  }

  async hear(value: unknown): Promise<void> {
    if (this.#request === undefined) this.#begin(value);
    else await this.#take((value ?? {}) as AdminPart);
  }

  refuse(message: string): void {
    void writeLine(this.#socket, { type: 'refused', message });
    this.#socket.end();
    this.cancel();
  }

  /** The tool wants no more, or is gone. An import that has begun is taken back. */
  cancel(): void {
    this.#cancelled.abort();
    if (!this.#working) void this.#clean();
  }

  #begin(value: unknown): void {
    this.#request = readAdminRequest(value);
    if (this.#request === undefined) this.refuse('The server does not know this command. Is it of another version?');
    else if (this.#request.command === 'import') this.#spool = new Spool();
    else if (this.#request.command === 'restore') this.#bytes = [];
    else this.#work(this.#request);
  }

  async #take(part: AdminPart): Promise<void> {
    if (part.type === 'cancel') this.cancel();
    else if (this.#working) return;
    else if (part.type === 'bytes' && this.#bytes && typeof part.base64 === 'string') {
      this.#bytes.push(Buffer.from(part.base64, 'base64'));
    } else if (part.type === 'field' && this.#spool) await this.#spool.set(part.field, part.value);
    else if (part.type === 'rows' && this.#spool && isList(part.list) && Array.isArray(part.rows))
      await this.#spool.add(part.list, part.rows);
    else if (part.type === 'end' && this.#request !== undefined) this.#work(this.#request);
    else this.refuse('The server does not know this part of a file. Is it of another version?');
  }

  #work(request: AdminRequest): void {
    this.#working = true;
    this.#onWork(
      this.#answer(request).finally(async () => {
        this.#socket.end();
        await this.#clean();
      }),
    );
  }

  async #answer(request: AdminRequest): Promise<void> {
    const { database, baseUrl, now = () => new Date().toISOString(), onError = console.error } = this.#options;
    const socket = this.#socket;
    const onProgress = (done: number, total: number): void => void writeLine(socket, { type: 'progress', done, total });
    try {
      const result = await runAdminCommand(request, {
        database,
        now: now(),
        baseUrl,
        source: this.#spool,
        backup: this.#bytes && Buffer.concat(this.#bytes),
        give: (backup) => writeBytes(socket, backup),
        onProgress,
        signal: this.#cancelled.signal,
      });
      await writeLine(socket, { type: 'result', result });
    } catch (error) {
      if (error instanceof AdminRefused) await writeLine(socket, { type: 'refused', message: error.message });
      else {
        onError(error);
        await writeLine(socket, { type: 'failed', message: error instanceof Error ? error.message : String(error) });
      }
    }
  }

  async #clean(): Promise<void> {
    await this.#spool?.remove();
  }
}
