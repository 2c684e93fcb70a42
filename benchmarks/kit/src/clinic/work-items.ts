import { dayFromToday, workingDays } from './dates.js'
import { type Person, type Resource, toSubject } from './people.js'

/** An item of a work list. */
interface WorkItem {
  readonly id: string
  /** Default: `requested`. */
  readonly status?: string
  /** The name of the list, which is the code text of the Task. */
  readonly list: string
  readonly description: string
  /** The reference to the resource that the item is about, besides the patient. */
  readonly focus?: string
  readonly person: Person
  /** Age in days; if offices were closed on that day, the item is from the last working day before it. */
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
