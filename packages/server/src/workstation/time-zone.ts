import { isJsonObject, type JsonObject } from '@carebench/protocol'

/** The time zone of a task: the one that its inputs name, if there is such a zone; else UTC. */
export function readZone({ inputs }: JsonObject): string {
  const named = isJsonObject(inputs) ? inputs.time_zone : undefined
  return typeof named === 'string' && formatFor(named) !== null ? named : 'UTC'
}

const formats = new Map<string, Intl.DateTimeFormat | null>()

function formatFor(zone: string): Intl.DateTimeFormat | null {
  const known = formats.get(zone)
  if (known !== undefined) return known
  let format: Intl.DateTimeFormat | null = null
  try {
    const two = '2-digit'
    const day = { year: 'numeric', month: two, day: two } as const
    const time = { hour: two, minute: two, second: two, hourCycle: 'h23', timeZoneName: 'short' } as const
    format = new Intl.DateTimeFormat('en-US', { ...day, ...time, timeZone: zone })
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
  }
  // Zones are those of tasks; their number is bounded so that hostile ones cannot fill the memory.
  if (formats.size < 200) formats.set(zone, format)
  return format
}

/** An instant as its parts in a zone: `2026-03-17`, `08:00`, `CDT`. Seconds are left out if they are zero. */
function partsIn(instant: number, zone: string) {
  const parts = Object.fromEntries(
    (formatFor(zone) ?? formatFor('UTC'))?.formatToParts(instant).map(({ type, value }) => [type, value]) ?? [],
  )
  const { year, month, day, hour, minute, second, timeZoneName = '' } = parts
  const time = `${hour}:${minute}${second === '00' ? '' : `:${second}`}`
  return { day: `${year}-${month}-${day}`, time, name: timeZoneName }
}

const instants = /\b\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)(?!\w)/g

/** A text with each instant in it as people read it in a zone: `2026-03-17 08:00 CDT`. Without a zone, as it is. */
export function showTimes(text: string, zone: string): string {
  return text.replaceAll(instants, (instant) => showTime(instant, zone))
}

/** A text that is an instant as people read it; any other text as it is. */
export function showTime(text: string, zone: string): string {
  const local = localTime(text, zone)
  return local === null ? text : `${local.text} ${local.name}`
}

/** What a field for a time begins with; a text that is no instant as it is. */
export function timeToEnter(text: string, zone: string): string {
  return localTime(text, zone)?.text ?? text
}

function localTime(text: string, zone: string) {
  if (zone === '' || text.length > 40 || text.replace(instants, '') !== '') return null
  const instant = Date.parse(text)
  if (Number.isNaN(instant)) return null
  const { day, time, name } = partsIn(instant, zone)
  return { text: `${day} ${time}`, name }
}

/** The instant of a day and a time that were entered for a zone; other texts as they are. */
export function readTime(text: string, zone: string): string {
  const [, day, time, seconds = ':00'] = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d)(:\d\d)?$/.exec(text) ?? []
  const asUtc = Date.parse(`${day}T${time}${seconds}Z`)
  if (Number.isNaN(asUtc)) return text
  // The offset at the instant itself, which the first guess can miss by the hours of one offset.
  let instant = asUtc
  for (let turn = 0; turn < 2; turn++) instant = asUtc - offsetAt(instant, zone)
  return new Date(instant).toISOString().replace('.000Z', 'Z')
}

function offsetAt(instant: number, zone: string): number {
  const { day, time } = partsIn(instant, zone)
  return Date.parse(`${day}T${time.length === 5 ? `${time}:00` : time}Z`) - Math.floor(instant / 1000) * 1000
}
