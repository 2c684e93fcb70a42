import { type Report, runConformance } from '@carebench/conformance'
import { createTaskShelf, type Pager } from './task-shelf.js'

const key = 'vk_0123456789'

/** Checks what the shelf has: lists, tasks, and who may see them. */
export function checkShelf(page: Pager): Promise<Report> {
  return runConformance({
    baseUrl: 'https://shelf.example.org',
    profile: 'core',
    keys: { organization: key },
    fetch: createTaskShelf(key, page),
    only: [
      'pagination',
      'errors.invalid-cursor',
      'errors.not-found',
      'internal.create-task',
      'internal.update-task',
      'internal.delete-task',
      'tasks.task-item',
    ],
    perSecond: Number.POSITIVE_INFINITY,
  })
}
