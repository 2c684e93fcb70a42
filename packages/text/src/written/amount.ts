import { toBaseUnits, type Unit } from './unit.js'

const relativeTolerance = 1e-9

/** Whether two numbers are equal except for rounding. */
export function isNear(a: number, b: number): boolean {
  return a === b || Math.abs(a - b) <= relativeTolerance * Math.max(Math.abs(a), Math.abs(b))
}

/** Whether two amounts, each in one of several units, are equal; undefined if none of their units can be converted. */
export function areEqualAmounts(
  a: number,
  unitsOfA: readonly Unit[],
  b: number,
  unitsOfB: readonly Unit[],
): boolean | undefined {
  const pairs = unitsOfA.flatMap((one) =>
    unitsOfB.filter(({ dimension }) => dimension === one.dimension).map((other) => [one, other] as const),
  )
  if (pairs.length === 0) return undefined
  return pairs.some(([one, other]) => isNear(toBaseUnits(a, one), toBaseUnits(b, other)))
}
