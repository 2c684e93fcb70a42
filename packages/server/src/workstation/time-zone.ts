import { isJsonObject, type JsonObject } from '@carebench/protocol'

/** Returns the time zone of a task: the one that its inputs name, if there is such a zone; else UTC. */
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
  // Zones come from tasks; the cache is bounded so that hostile tasks cannot fill the memory.
  if (formats.size < 200) formats.set(zone, format)
  return format
}

/** Splits an instant into its parts in a zone: `2026-03-17`, `08:00`, `CDT`. Zero seconds are left out. */
function partsIn(instant: number, zone: string) {
  const parts = Object.fromEntries(
    (formatFor(zone) ?? formatFor('UTC'))?.formatToParts(instant).map(({ type, value }) => [type, value]) ?? [],
  )
  const { year, month, day, hour, minute, second, timeZoneName = '' } = parts
  const time = `${hour}:${minute}${second === '00' ? '' : `:${second}`}`
  return { day: `${year}-${month}-${day}`, time, name: timeZoneName }
}

const instants = /\b\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)(?!\w)/g

/** Rewrites each instant in a text for a zone: `2026-03-17 08:00 CDT`. Without a zone, the text is unchanged. */
export function showTimes(text: string, zone: string): string {
  return text.replaceAll(instants, (instant) => showTime(instant, zone))
}

/** Formats a text that is an instant; any other text is unchanged. */
export function showTime(text: string, zone: string): string {
  const local = localTime(text, zone)
  return local === null ? text : `${local.text} ${local.name}`
}

/** Returns the initial text of a time field; a text that is not an instant is unchanged. */
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

/** Converts a day and a time entered for a zone to an instant; other texts are unchanged. */
export function readTime(text: string, zone: string): string {
  const [, day, time, seconds = ':00'] = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d)(:\d\d)?$/.exec(text) ?? []
  const asUtc = Date.parse(`${day}T${time}${seconds}Z`)
  if (Number.isNaN(asUtc)) return text
  // The offset at the instant itself; the first guess may be off by an offset change.
  let instant = asUtc
  for (let turn = 0; turn < 2; turn++) instant = asUtc - offsetAt(instant, zone)
  return new Date(instant).toISOString().replace('.000Z', 'Z')
}

function offsetAt(instant: number, zone: string): number {
  const { day, time } = partsIn(instant, zone)
  return Date.parse(`${day}T${time.length === 5 ? `${time}:00` : time}Z`) - Math.floor(instant / 1000) * 1000
}
