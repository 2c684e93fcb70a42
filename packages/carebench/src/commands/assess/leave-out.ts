import type { RunFolder } from '../../files/run-folder.js'
import { readShapedFile } from '../../files/shaped-file.js'
import { eachMember, shaped, typed } from '../../runner/json-shape.js'
import { findLeftOut, type TaskAssessment } from '../../runner/results/assessments.js'
import { maxAssessment } from '../../runner/results/stored-shapes.js'
import { UsageError } from '../../terminal/exit-reason.js'

/** A list of tasks that are left out of results, dated and signed by a person. */
interface LeaveOutList {
  readonly version: 1
  /** `2026-11-29`, in UTC. */
  readonly date: string
  readonly by: string
  /** Why, by the names of the tasks. */
  readonly tasks: Readonly<Record<string, string>>
}

const shape = shaped({
  required: {
    version: typed('1', (value) => value === 1),
    date: typed('a date such as "2026-11-29"', (value) => typeof value === 'string' && isDate(value)),
    by: textUpTo(maxAssessment.name),
    tasks: eachMember(textUpTo(maxAssessment.reason)),
  },
  optional: {},
  refusal: 'is not a member of a list of tasks to leave out',
})

/**
 * Returns the assessments that make a folder's results leave out exactly the tasks of a list. Throws a {@link
 * UsageError} for an invalid list, or one with tasks that the run does not have.
 */
export function readLeaveOutList(file: string, folder: RunFolder, all: readonly string[]): readonly TaskAssessment[] {
  const { date, by, tasks } = readShapedFile(file, 'a list of tasks to leave out', shape) as unknown as LeaveOutList
  const unknown = Object.keys(tasks).find((task) => !all.includes(task))
  if (unknown !== undefined) throw new UsageError(`${file}: ${folder.path} has no task ${unknown}`)
  const common = { version: 1, at: `${date}T00:00:00.000Z`, by } as const
  const before = findLeftOut(folder.assessments)
  return [
    ...Object.entries(tasks).map(([task, reason]) => ({ ...common, task, kind: 'left_out' as const, reason })),
    ...[...before.keys()].flatMap((task) =>
      Object.hasOwn(tasks, task) ? [] : [{ ...common, task, kind: 'counted' as const, reason: 'The list lacks it.' }],
    ),
  ]
}

function isDate(text: string): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text))
}

function textUpTo(most: number) {
  return typed(
    `a text of 1 to ${most} characters`,
    (value) => typeof value === 'string' && value.trim() !== '' && value.length <= most,
  )
}
