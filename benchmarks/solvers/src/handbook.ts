import { NotFoundError, type TaskSession } from '@carebench/client'

/** Reads a page of the handbook; empty if there is no such page. */
export async function readPage(session: TaskSession, page: string): Promise<string> {
  return (await readIfThere(session, `inbox/handbook/${page}`)) ?? ''
}

/** Reads a file of the file exchange; undefined if there is no such file. */
export async function readIfThere(session: TaskSession, path: string): Promise<string | undefined> {
  try {
    return await session.files.read(path)
  } catch (error) {
    if (error instanceof NotFoundError) return undefined
    throw error
  }
}
