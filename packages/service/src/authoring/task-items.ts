import type { BenchmarkDefinition, Finding } from '@carebench/protocol'
import { listNames } from './system-keys.js'

/** The items of a task. */
export type TaskItems = NonNullable<BenchmarkDefinition['tasks'][number]['items']>

interface TaskWithItems {
  readonly items?: TaskItems | undefined
  readonly criteria: readonly { readonly item?: string | null | undefined }[]
}

/** Returns a finding for each item of a task with a repeated key, and each criterion that names none of its items. */
export function findItemErrors({ items = [], criteria }: TaskWithItems, at: string): readonly Finding[] {
  const keys = items.map(({ key }) => key)
  const repeated = keys.flatMap((key, index) => {
    const message = `must be unique among the items of the task, got ${JSON.stringify(key)} twice`
    return keys.indexOf(key) < index ? [{ path: `${at}/items/${index}/key`, message }] : []
  })
  const unknown = criteria.flatMap(({ item }, index) => {
    if (item === undefined || item === null || keys.includes(item)) return []
    const message = `must be the key of an item of the task (${listNames(keys)}), got ${JSON.stringify(item)}`
    return [{ path: `${at}/criteria/${index}/item`, message }]
  })
  return [...repeated, ...unknown]
}
