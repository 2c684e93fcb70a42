import { dirname, join } from 'node:path'
import { isJsonObject, type JsonObject } from '@carebench/protocol'
import { pointerTo } from '@carebench/verifier/kinds'
import { readDataFile } from '../../files/data-file.js'
import { readShapedFile } from '../../files/shaped-file.js'
import { type Check, eachMember, ranged, shaped, typed } from '../../runner/json-shape.js'
import { UsageError } from '../../terminal/exit-reason.js'

/** Several runs to execute one after another. */
export interface RunSet {
  /** The budget of all runs together in US dollars; undefined if there is none. */
  readonly budget?: number
  /** The content of each run file, by the name of the run. */
  readonly runs: ReadonlyMap<string, JsonObject>
}

const maxRuns = 100

const source: Check = typed('the members of a run file, or the path of one', (value) => {
  return isJsonObject(value) || (typeof value === 'string' && value !== '')
})

const runs: Check = (value, path, report) => {
  eachMember(source)(value, path, report)
  const names = isJsonObject(value) ? Object.keys(value) : []
  if (names.length === 0 || names.length > maxRuns) report(path, `must have 1 to ${maxRuns} runs, got ${names.length}`)
  for (const name of names.filter((one) => !/^[a-z0-9][a-z0-9._-]{0,59}$/.test(one))) {
    report(pointerTo(path, name), 'must be named with up to 60 of a-z, 0-9, ".", "_" and "-"')
  }
}

const shape = shaped({
  required: {
    version: ranged('1', (value) => value === 1),
    runs,
  },
  optional: {
    $schema: typed('a string', (value) => typeof value === 'string'),
    budget: ranged('a number above 0', (value) => value > 0 && value < 1e9),
    shared: typed('an object with members of run files', isJsonObject),
  },
  refusal: 'is unknown; expected version, budget, shared and runs',
})

/** Reads a set of runs; each run is checked when its own file is read. Throws a {@link UsageError} with all errors. */
export function readRunSet(file: string): RunSet {
  const { runs, shared, budget } = readShapedFile(file, 'a set of runs', shape)
  const named = Object.entries(membersIn(runs))
  return {
    runs: new Map(
      named.map(([name, given]) => [name, { version: 1, ...membersIn(shared), ...readMembers(file, given) }]),
    ),
    ...(typeof budget === 'number' && { budget }),
  }
}

function membersIn(value: unknown): JsonObject {
  return isJsonObject(value) ? value : {}
}

function readMembers(file: string, given: unknown): JsonObject {
  if (isJsonObject(given)) return given
  const path = join(dirname(file), String(given))
  const value = readDataFile(path)
  if (isJsonObject(value)) return value
  throw new UsageError(`${path} is not a file for carebench run: it must hold an object`)
}
