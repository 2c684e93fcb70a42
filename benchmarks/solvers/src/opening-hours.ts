import type { TaskSession } from '@carebench/client'
import { centralTime } from './central-time.js'

/** Hours in which calls are answered, Monday to Friday, Central time. */
export interface OpeningHours {
  /** `08:00`. */
  readonly opens: string
  /** The first minute in which calls are no longer answered, such as `17:00`. */
  readonly closes: string
}

/** Waits until calls are answered. Opening hours must begin and end at quarter hours. */
export async function waitUntilOpen(session: TaskSession, hours: OpeningHours): Promise<void> {
  const { now } = await session.clock()
  const quarterHour = 15 * 60_000
  const start = Date.parse(now)
  let time = start
  while (!isOpen(hours, time)) time = (Math.floor(time / quarterHour) + 1) * quarterHour
  if (time > start) await session.wait({ seconds: Math.ceil((time - start) / 1000) })
}

function isOpen({ opens, closes }: OpeningHours, moment: number): boolean {
  const { weekday, time } = centralTime(new Date(moment).toISOString())
  return weekday !== 'Saturday' && weekday !== 'Sunday' && opens <= time && time < closes
}
