/** When the value of a test is critical, and in which unit, from the handbook. */
export interface CriticalLimits {
  /** LOINC code. */
  readonly test: string
  /** The name in words, such as `hemoglobin A1c`. */
  readonly name: string
  /** The unit of the limits; undefined if no value is critical. */
  readonly unit?: string
  readonly usual: Range
  readonly onDialysis: Range
  /** Factors from {@link unit} to other units. */
  readonly factors: ReadonlyMap<string, number>
}

/** Values outside of the range are critical; a missing end has no limit. */
export interface Range {
  readonly below?: number
  readonly above?: number
}

/** A shift of the clinician who is on call, in milliseconds since 1970. */
export interface Shift {
  readonly from: number
  readonly until: number
  /** `Dr. Keiko Zapata`. */
  readonly name: string
  /** `Practitioner/prac-15`. */
  readonly clinician: string
}

/** Parses the list of critical values in `laboratory.txt`. */
export function parseCriticalLimits(page: string): CriticalLimits[] {
  const row = /^ +(\d+-\d) +(\S+(?: \S+)*) {2,}(\S.*)$/gm
  return [...page.matchAll(row)].map(([, test = '', name = '', rule = '']) => {
    const [usual = '', onDialysis] = rule.split(/ \(/)[0]?.split(/; on dialysis /) ?? []
    const unit = /\d (\S+)$/.exec(usual)?.[1]
    const factors = [...rule.matchAll(/\(1 (\S+) = ([\d.]+) (\S+)\)/g)].map(
      ([, , factor, other = '']) => [other, Number(factor)] as const,
    )
    return {
      test,
      name,
      ...(unit !== undefined && { unit }),
      usual: parseRange(usual),
      onDialysis: parseRange(onDialysis ?? usual),
      factors: new Map(factors),
    }
  })
}

/**
 * Whether a value is critical; a value that equals a limit is not. Throws for a unit without a factor if the test can
 * be critical.
 */
export function isCritical(limits: CriticalLimits, value: number, unit: string, isOnDialysis: boolean): boolean {
  if (limits.unit === undefined) return false
  const factor = unit === limits.unit ? 1 : limits.factors.get(unit)
  if (factor === undefined) throw new Error(`Expected ${limits.name} in ${limits.unit}, got ${unit}.`)
  // Rounded, so that a rounding error of the division does not put a value beyond a limit.
  const converted = Number((value / factor).toPrecision(12))
  const { below, above } = isOnDialysis ? limits.onDialysis : limits.usual
  return (below !== undefined && converted < below) || (above !== undefined && converted > above)
}

/** Parses the telephone numbers of `phones.txt`, by clinician, such as `Practitioner/prac-01`. */
export function parsePhones(page: string): ReadonlyMap<string, string> {
  const row = /^ +(\+\d+) .*\((Practitioner\/\S+)\)$/gm
  return new Map([...page.matchAll(row)].map(([, phone = '', clinician = '']) => [clinician, phone]))
}

/** Parses the shifts of `on-call.txt` and applies its changes. Throws for a change that is not a swap of two shifts. */
export function parseShifts(page: string): Shift[] {
  const [table = '', changes = ''] = page.split(/^Changes$/m)
  const hours = /\b(\w+) hours behind UTC/.exec(table.replaceAll(/\s+/g, ' '))?.[1]
  if (hours !== 'six') throw new Error(`Expected times that are six hours behind UTC, got ${hours}.`)
  const row = /^ +(\S+ \S+) to (\S+ \S+) +(\S.*) \((Practitioner\/\S+)\)$/gm
  let shifts = [...table.matchAll(row)].map(([, from = '', until = '', name = '', clinician = '']) => ({
    from: clinicTime(from),
    until: clinicTime(until),
    name,
    clinician,
  }))
  for (const line of changes.split('\n').map((one) => one.trim())) {
    if (line === '' || line === 'None.') continue
    const names = /^(.+) and (.+) have swapped these two shifts\b/.exec(line)
    const [one, other] = shifts.filter(({ name }) => name === names?.[1] || name === names?.[2])
    if (one === undefined || other === undefined) throw new Error(`Expected two clinicians who swap, got: ${line}`)
    shifts = shifts.map((shift) => {
      if (shift === one) return { ...shift, name: other.name, clinician: other.clinician }
      return shift === other ? { ...shift, name: one.name, clinician: one.clinician } : shift
    })
  }
  return shifts
}

/** Returns the clinician who is on call at a time, RFC 3339; undefined if there is none. */
export function onCallAt(shifts: readonly Shift[], now: string): string | undefined {
  const time = Date.parse(now)
  return shifts.find(({ from, until }) => from <= time && time < until)?.clinician
}

function parseRange(rule: string): Range {
  const below = /\bbelow ([\d.]+)/.exec(rule)?.[1]
  const above = /\babove ([\d.]+)/.exec(rule)?.[1]
  return { ...(below !== undefined && { below: Number(below) }), ...(above !== undefined && { above: Number(above) }) }
}

function clinicTime(text: string): number {
  return Date.parse(`${text.replace(' ', 'T')}:00-06:00`)
}
