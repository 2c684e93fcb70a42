import { putFile } from '../builders/calls.js'
import { further } from '../builders/counters.js'
import { guard, never } from '../builders/criteria.js'
import { rightCalls } from '../builders/world-values.js'
import type { Instance } from '../family.js'
import { goAstray } from './scope-access.js'

const isTable = 'Every file that was written has the media type of a table, as its content has'

/** Media types of tables in text. Includes JSON, because some programs name that type for any body. */
const tableTypes = [
  'text/csv',
  'text/comma-separated-values',
  'text/x-csv',
  'application/csv',
  'application/x-csv',
  'application/json',
]

/** Adds a guard that files have the media type of a table, if the solutions write only tables. */
export function typeFiles(instance: Instance): Instance {
  const written = rightCalls(instance).filter(({ method, path }) => method === 'PUT' && path.startsWith('files/'))
  if (written.length === 0 || written.some(({ path }) => !path.endsWith('.csv'))) return instance
  const otherType = { 'data.media_type': { $not: { $oneOf: tableTypes } } }
  const picture = { ...putFile('outbound/picture.csv', 'account\n'), headers: { 'content-type': 'image/png' } }
  return {
    ...instance,
    criteria: [...instance.criteria, guard(isTable, 'major', 'false-statement', never('file.written', otherType))],
    counters: further(instance.counters, goAstray, [picture], isTable),
  }
}
