import { type Report, runConformance } from '@carebench/conformance'
import { createTaskShelf, type Pager } from './task-shelf.js'

const key = 'vk_0123456789'

/** Checks the parts of the interface that the shelf implements: lists, and creating, changing and deleting tasks. */
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
