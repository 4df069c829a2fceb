import type { ActivityPage } from '@foray/contract';
import type { Result } from '@foray/domain';
import {
  maxQueryRetryDelayMs,
  queryRetries,
  queryRetryDelayMs,
  queryUnusedMs,
} from '@foray/domain';
import type { Clock, Scheduler, Visibility } from '@foray/sync';
import type { Client } from '../client/client.ts';

/**
 * The state of one query in the cache. `data` is undefined until the first response, then the newest one.
 */
export interface CachedAnswer<T> {
  readonly data: T | undefined;
  readonly phase: 'asking' | 'idle' | 'failed';
}

/** A query that only the server can answer. */
export interface ServerQuestion<T> {
  /** Identifies the query and its response. */
  readonly key: string;
  /** How long a response is shown without asking again. */
  readonly freshMs: number;
  readonly ask: (signal: AbortSignal) => Promise<Result<T, unknown>>;
}

/** The parts of the browser that the cache needs. */
export interface CachePorts {
  readonly clock: Clock;
  readonly scheduler: Scheduler;
  readonly visibility: Visibility;
}

interface CacheEntry<T> {
  answer: CachedAnswer<T>;
  answeredAtMs: number;
  question: ServerQuestion<T>;
  /** Aborts the query in progress. */
  abort: AbortController | null;
  /** Cancels the next step: another attempt, or the removal of an entry that no component uses. */
  cancelTimer: () => void;
  readonly listeners: Set<() => void>;
}

const unasked = { data: undefined, phase: 'asking' } as const;

/**
 * Responses that only the server can give, with the specification's values: a failed query is tried 3 more
 * times, 1, 2, 4 … and at most 30 seconds apart; a response that no component uses is dropped after 5
 * minutes. It only reads: a change is never sent from here. Items never go through it (decision 0016).
 */
export class ServerCache<T> {
  readonly #ports: CachePorts;
  readonly #entries = new Map<string, CacheEntry<T>>();

  constructor(ports: CachePorts) {
    this.#ports = ports;
  }

  get(key: string): CachedAnswer<T> {
    return this.#entries.get(key)?.answer ?? unasked;
  }

  /**
   * Queries the server unless a fresh response exists, and again when the page becomes visible with a stale
   * one. Calls `listener` at each change. A running query is not aborted when its listeners leave.
   */
  watch(question: ServerQuestion<T>, listener: () => void): () => void {
    const entry = this.#entryOf(question);
    entry.question = question;
    if (entry.listeners.size === 0) entry.cancelTimer();
    entry.listeners.add(listener);
    this.#refresh(entry);
    const leave = this.#ports.visibility.subscribe((isVisible) => {
      if (isVisible) this.#refresh(entry);
    });
    return () => {
      leave();
      entry.listeners.delete(listener);
      if (entry.listeners.size === 0) this.#unwatch(entry);
    };
  }

  /** Repeats a used query after it failed. */
  retry(key: string): void {
    const entry = this.#entries.get(key);
    if (entry && entry.abort === null) void this.#ask(entry);
  }

  /** Aborts the query in progress. */
  giveUp(key: string): void {
    const entry = this.#entries.get(key);
    if (entry && entry.abort !== null) this.#giveUp(entry, 'failed');
  }

  clear(): void {
    for (const entry of this.#entries.values()) {
      this.#giveUp(entry, 'idle');
      entry.cancelTimer();
    }
    this.#entries.clear();
  }

  #entryOf(question: ServerQuestion<T>): CacheEntry<T> {
    const known = this.#entries.get(question.key);
    if (known) return known;
    const entry: CacheEntry<T> = {
      answer: unasked,
      answeredAtMs: -Infinity,
      question,
      abort: null,
      cancelTimer: () => undefined,
      listeners: new Set(),
    };
    this.#entries.set(question.key, entry);
    return entry;
  }

  #refresh(entry: CacheEntry<T>): void {
    const ageMs = this.#ports.clock.nowMs() - entry.answeredAtMs;
    if (entry.abort === null && ageMs >= entry.question.freshMs) void this.#ask(entry);
  }

  async #ask(entry: CacheEntry<T>, failures = 0): Promise<void> {
    const abort = (entry.abort ??= new AbortController());
    this.#change(entry, { data: entry.answer.data, phase: 'asking' });
    const result = await entry.question.ask(abort.signal);
    if (abort.signal.aborted) return;
    if (result.ok) {
      entry.abort = null;
      entry.answeredAtMs = this.#ports.clock.nowMs();
      this.#change(entry, { data: result.value, phase: 'idle' });
    } else if (failures < queryRetries) {
      entry.cancelTimer = this.#ports.scheduler.after(
        Math.min(queryRetryDelayMs * 2 ** failures, maxQueryRetryDelayMs),
        () => void this.#ask(entry, failures + 1),
      );
    } else {
      entry.abort = null;
      this.#change(entry, { data: entry.answer.data, phase: 'failed' });
    }
  }

  #giveUp(entry: CacheEntry<T>, phase: CachedAnswer<T>['phase']): void {
    entry.cancelTimer();
    entry.abort?.abort();
    entry.abort = null;
    this.#change(entry, { data: entry.answer.data, phase });
  }

  #unwatch(entry: CacheEntry<T>): void {
    this.#giveUp(entry, 'idle');
    const drop = (): void => {
      const { key } = entry.question;
      if (this.#entries.get(key) === entry) this.#entries.delete(key);
    };
    if (entry.answer.data === undefined) drop();
    else entry.cancelTimer = this.#ports.scheduler.after(queryUnusedMs, drop);
  }

  #change(entry: CacheEntry<T>, answer: CachedAnswer<T>): void {
    if (answer.data === entry.answer.data && answer.phase === entry.answer.phase) return;
    entry.answer = answer;
    for (const listener of entry.listeners) listener();
  }
}

/** Pages of activity; null if the server has none for the item. */
type ActivityCache = ServerCache<ActivityPage | null>;

const caches = new WeakMap<Client, ActivityCache>();

/** The cache of a running client; emptied when another account, or none, is shown (invariant I6). */
export function serverCacheOf(client: Client, ports: CachePorts): ActivityCache {
  const known = caches.get(client);
  if (known) return known;
  const cache: ActivityCache = new ServerCache(ports);
  caches.set(client, cache);
  client.onNotice((notice) => {
    if (notice.kind === 'accountLeft') cache.clear();
  });
  return cache;
}
