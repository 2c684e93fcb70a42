import { isJsonObject, type JsonObject } from '@carebench/protocol'
import { type Check, findFaults } from '../runner/json-shape.js'
import { UsageError } from '../terminal/exit-reason.js'
import { readDataFile } from './data-file.js'

/**
 * Reads a JSON or YAML file that people write. Throws a {@link UsageError} with every member that does not match the
 * shape.
 *
 * @param what - the kind of file with an article: `a set of runs`
 */
export function readShapedFile(file: string, what: string, shape: Check): JsonObject {
  const value = readDataFile(file)
  const faults = findFaults(value, shape)
  if (faults.length === 0 && isJsonObject(value)) return value
  const lines = faults.map(({ path, message }) => `${path || '/'} ${message}`)
  throw new UsageError(`${file} is not ${what}:\n${lines.join('\n')}`)
}
