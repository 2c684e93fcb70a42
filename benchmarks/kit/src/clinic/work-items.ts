import { dayFromToday, workingDays } from './dates.js'
import { type Person, type Resource, toSubject } from './people.js'

/** An item of a work list. */
interface WorkItem {
  readonly id: string
  /** Default: `requested`. */
  readonly status?: string
  /** The name of the list. */
  readonly list: string
  readonly description: string
  /** The resource that it is about, besides the patient. */
  readonly focus?: string
  readonly person: Person
  /** Days before today, or before that if offices were closed. */
  readonly age: number
}

export function workItemResource(item: WorkItem): Resource {
  const { id, status = 'requested', list, description, focus, person, age } = item
  return {
    resourceType: 'Task',
    id,
    status,
    intent: 'order',
    code: { text: list },
    description,
    ...(focus !== undefined && { focus: { reference: focus } }),
    for: toSubject(person),
    authoredOn: dayFromToday(workingDays(-age)),
  }
}
