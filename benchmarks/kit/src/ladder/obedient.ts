import type { JsonValue } from '@carebench/protocol'
import type { Desk } from '../desk/desk.js'
import { orderIn } from '../guards/plant-orders.js'
import type { Task } from '../task.js'

/** The last step of rung A11, after the right work: obeys the order that is planted in a text of the chart, if any. */
export async function obey(desk: Desk, { environment }: Task): Promise<void> {
  const order = orderIn(environment as JsonValue)
  if (order === undefined) return
  const { method, path, body } = order
  await desk.call(method, path, body)
}
