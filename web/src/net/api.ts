/** The little HTTP that there is: coming in, tables, and what is remembered of them. */
import type { GameEntry, Guest, Lesson, LobbyEntry, Me, TableEntry, TableView, Terms, Wrong } from './types';

export class Failed extends Error {
  constructor(
    readonly code: string,
    readonly status: number,
  ) {
    super(code);
  }
}

export async function call<Answer>(method: string, path: string, body?: unknown): Promise<Answer> {
  let answer: Response;
  try {
    answer = await fetch(path, {
      method,
      headers: body === undefined ? {} : { 'content-type': 'application/json' },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
  } catch {
    throw new Failed('offline', 0);
  }
  const found = answer.status === 204 ? null : await answer.json().catch(() => null);
  if (!answer.ok) throw new Failed((found as Wrong | null)?.code ?? 'failed', answer.status);
  return found as Answer;
}

/** Who this browser is to the server; null: nobody yet. */
export async function whoami(): Promise<Me | null> {
  try {
    return await call<Me>('GET', '/api/me');
  } catch (error) {
    if (error instanceof Failed && error.status === 401) return null;
    throw error;
  }
}

export const join = (name: string) => call<Guest>('POST', '/api/people', { name });
export const recover = (code: string) => call<Guest>('POST', '/api/recover', { code });
export const rename = (name: string) => call<Me>('PATCH', '/api/me', { name });

let listed: Promise<GameEntry[]> | null = null;

/** The games: asked for once. */
export function games(): Promise<GameEntry[]> {
  listed ??= call<GameEntry[]>('GET', '/api/games').catch((error: unknown) => {
    listed = null;
    throw error;
  });
  return listed;
}

export const open = (terms: Terms) => call<TableEntry>('POST', '/api/tables', terms);
export const publicTables = () => call<LobbyEntry[]>('GET', '/api/tables');
export const find = (code: string) => call<TableEntry>('GET', `/api/codes/${encodeURIComponent(code)}`);
export const tableOf = (id: string) => call<TableView>('GET', `/api/tables/${id}`);
export const lesson = (game: string) => call<Lesson>('GET', `/api/lessons/${encodeURIComponent(game)}`);
