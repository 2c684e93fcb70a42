import { ApiError } from '@carebench/protocol'
import type { FrozenTask, VersionDoc } from '../documents/collections/authoring.js'

/** Maximum number of tasks that an error lists. */
const maxListed = 20

/** Maximum number of entries that an error describes. */
const maxErrors = 10

/** A task of a version that a run executes. */
export interface SelectedTask {
  readonly task: FrozenTask
  /** The index of the task in its version. */
  readonly position: number
}

/**
 * Returns the tasks of a version that a run executes: all in the order of the version, or those that `wanted` names, in
 * that order. An entry is the id of a task, else the name of exactly one. Throws an ApiError `INVALID_REQUEST` if there
 * are more entries than tasks, or entries that are unknown, ambiguous or repeated, of which it lists up to 10.
 */
export function selectTasks(version: VersionDoc, wanted: readonly string[] | undefined): readonly SelectedTask[] {
  const all = version.tasks.map((task, position) => ({ task, position }))
  if (wanted === undefined) return all
  if (wanted.length > all.length) {
    const message = `must have at most ${all.length} entries, one for each task of the version, got ${wanted.length}`
    throw new ApiError('INVALID_REQUEST', 'The tasks cannot be selected; see "errors".', {
      errors: [{ path: '/tasks', message }],
    })
  }
  const selected = new Map<number, { readonly index: number; readonly one: SelectedTask }>()
  const errors: { path: string; message: string }[] = []
  for (const [index, entry] of wanted.entries()) {
    const byId = all.filter(({ task }) => task.id === entry)
    const found = byId.length > 0 ? byId : all.filter(({ task }) => task.name === entry)
    const [one] = found
    const earlier = one === undefined ? undefined : selected.get(one.position)
    const message =
      one === undefined
        ? `must be the name or the id of a task of ${version.benchmark_name}@${version.version}: ${listed(all)}`
        : found.length > 1
          ? `must be an id, because ${found.length} tasks have this name: ` +
            `${found.map(({ task }) => task.id).join(', ')}`
          : earlier !== undefined
            ? `must be another task than /tasks/${earlier.index}; a run has each task once`
            : null
    if (message !== null) errors.push({ path: `/tasks/${index}`, message })
    else if (one !== undefined) selected.set(one.position, { index, one })
  }
  if (errors.length > 0) {
    const shown = errors.slice(0, maxErrors)
    throw new ApiError('INVALID_REQUEST', 'The tasks cannot be selected; see "errors".', { errors: shown })
  }
  return [...selected.values()].map(({ one }) => one)
}

function listed(all: readonly SelectedTask[]): string {
  const names = all.slice(0, maxListed).map(({ task }) => JSON.stringify(task.name))
  return all.length > maxListed ? `${names.join(', ')} and ${all.length - maxListed} more` : names.join(', ')
}
