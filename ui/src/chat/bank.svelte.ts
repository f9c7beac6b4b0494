/** The reader's word bank: what is permitted, blocked or asked about, for good or in this conversation. */
import type { Server } from "./server";
import type { BankWord, Ruling, Shared, WordList } from "./types";

/** As many as the server lists at once. */
const PAGE = 1000;

export class Bank {
  words = $state.raw<readonly BankWord[]>([]);

  readonly #server: Server;

  constructor(server: Server) {
    this.#server = server;
  }

  /** All of them, page by page: the reader searches here. */
  async load(): Promise<void> {
    const words: BankWord[] = [];
    for (;;) {
      const query = `words?limit=${PAGE}&offset=${words.length}`;
      const listed = await this.#server.me<WordList>(query);
      words.push(...listed.words);
      if (!listed.words.length || words.length >= listed.total) break;
    }
    this.words = words;
  }

  async add(text: string, ruling: Ruling, conversation: string | null): Promise<void> {
    await this.#server.me("words", { method: "POST", body: { text, ruling, conversation } });
    await this.load();
  }

  async remove(id: string): Promise<void> {
    await this.#server.me(`words/${encodeURIComponent(id)}`, { method: "DELETE" });
    await this.load();
  }

  async removeAll(): Promise<void> {
    await this.#server.me("words", { method: "DELETE" });
    await this.load();
  }

  /** What was taken back, in words. */
  async undo(): Promise<string> {
    const { message } = await this.#server.me<{ message: string }>("words/undo", { method: "POST" });
    await this.load();
    return message;
  }

  /** All of a file, or nothing. */
  async import(content: string, type: string): Promise<number> {
    const { imported } = await this.#server.me<{ imported: number }>("words/import", {
      method: "POST",
      file: { content, type },
    });
    await this.load();
    return imported;
  }

  share(id: string): Promise<Shared> {
    return this.#server.me(`words/${encodeURIComponent(id)}/share`, { method: "POST" });
  }
}
