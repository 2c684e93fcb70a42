import { SimulatedSystemError, type TaskSession } from '@carebench/client'

/** Reads a page of the handbook; empty if there is no such page. */
export async function readPage(session: TaskSession, page: string): Promise<string> {
  try {
    return await session.files.read(`inbox/handbook/${page}`)
  } catch (error) {
    if (error instanceof SimulatedSystemError && error.status === 404) return ''
    throw error
  }
}
