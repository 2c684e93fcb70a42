import type { JsonObject, JsonValue } from '@carebench/protocol'
import { type CodesLike, compileCodesLike, plural } from '@carebench/text'
import { Type } from 'typebox'
import type { CollectedRecord, RecordCollection } from '../../evidence/collections/record-collection.js'
import type { EvidenceState } from '../../evidence/state/evidence-state.js'
import type { MatchScope } from '../../matchers/matcher.js'
import { filterEach, runLoop } from '../../matchers/run-loop.js'
import { type Findings, pointerTo } from '../../values/finding.js'
import { showJson } from '../../values/json/show-json.js'
import type { JsonPath } from '../../values/paths/json-path.js'
import { type CheckOutcome, defineCheck, systemMember } from '../check.js'
import { listValues } from '../fields/describe.js'
import { compileFields, passesAll } from '../fields/field.js'
import { nearestMiss } from '../fields/nearest-miss.js'
import { conditionsAt } from '../fields/written-field.js'
import { type Reading, readAs, readings } from './agreeing-value.js'
import { resolveScope, unobserved } from './record-rule.js'

const schema = Type.Object(
  {
    assert: Type.Literal('records-agree'),
    records: Type.Array(
      Type.Object(
        {
          collection: Type.String({ minLength: 1 }),
          system: systemMember,
          where: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
          path: Type.String(),
          as: Type.Optional(
            Type.Union([
              ...readings.map((reading) => Type.Literal(reading)),
              Type.Object({ like: Type.String({ minLength: 1, maxLength: 40 }) }, { additionalProperties: false }),
            ]),
          ),
        },
        { additionalProperties: false },
      ),
      { minItems: 2 },
    ),
  },
  { additionalProperties: false },
)

/** A value, or the reason against agreement. */
type Found = FoundValue | { readonly problem: string }

interface FoundValue {
  readonly name: string
  readonly value: JsonValue | undefined
  /** Its normalized forms: values agree if they share one; empty if it cannot be normalized. */
  readonly keys: readonly string[]
}

/** One entry of `records`, with the type of its records hidden. */
interface Source {
  readonly collection: string
  readonly path: string
  readonly part: string
  /** Returns the value of each selected record; undefined if the part was not observed. */
  find(state: EvidenceState, scope: MatchScope): readonly Found[] | undefined
}

/**
 * `records-agree`: one value across systems. Every record of each `collection` that satisfies `where` must have the
 * same value at `path` as all others, and each entry must select at least one record. `as` normalizes values: `text`
 * folds text, `date` keeps the day, `digits` only the digits, `code` accepts any common coding; `{like: 'PA########'}`
 * reads the one code of that form in all texts at `path`, in which `#` is a digit and `@` a letter. Without `as` they
 * must be equal JSON.
 */
export const recordsAgree = defineCheck({
  kind: 'records-agree',
  schema,
  compile({ records }, findings, collections) {
    const entityPaths: JsonPath[] = []
    const sources: Source[] = []
    records.forEach((written, index) => {
      const at = pointerTo('/records', index)
      const source = collections.use(
        written.collection,
        (collection) => compileSource(collection, written, at, { findings, entityPaths }),
        written.system,
      )
      if (source !== undefined) sources.push(source)
      else if (collections.use(written.collection, () => true) === undefined) {
        findings.add(pointerTo(at, 'collection'), `${collections.expected}; found ${showJson(written.collection)}`)
      }
    })
    if (sources.length < records.length) return undefined
    return {
      evaluate(evidence, context) {
        const scope = resolveScope(entityPaths, evidence, context)
        if ('outcome' in scope) return scope
        const found: Found[] = []
        for (const source of sources) {
          const values = source.find(evidence.final, scope)
          if (values === undefined) return unobserved(source.part)
          for (const value of values) found.push(value)
        }
        return judgeAgreement(found)
      },
    }
  },
})

interface WrittenSource {
  readonly where?: Readonly<Record<string, unknown>>
  readonly path: string
  readonly as?: Exclude<Reading, CodesLike> | { readonly like: string }
}

function compileSource<Value>(
  collection: RecordCollection<Value>,
  { where = {}, path: text, as }: WrittenSource,
  at: string,
  options: { readonly findings: Findings; readonly entityPaths: JsonPath[] },
): Source | undefined {
  const conditions = compileFields(conditionsAt(where, pointerTo(at, 'where')), collection.format, options)
  const path = collection.format.compilePath(text, pointerTo(at, 'path'), options.findings)
  const reading = typeof as === 'object' ? compileLike(as.like, pointerTo(at, 'as'), options.findings) : as
  if (conditions === undefined || path === undefined || (as !== undefined && reading === undefined)) return undefined
  const read = (record: CollectedRecord<Value>): Found => {
    const name = `${record.name} ${text}`
    if (typeof reading === 'function') return readCode(name, path.readAll(record.value), reading)
    const value = path.read(record.value)
    const compared = value === undefined ? undefined : (collection.format.comparable?.(value) ?? value)
    return { name, value, keys: readAs(compared, reading) }
  }
  return {
    collection: collection.name,
    path: text,
    part: collection.part,
    find(state, scope) {
      const records = collection.records(state)
      const selected =
        records && filterEach(records, conditions, scope, ({ value }) => passesAll(conditions, value, scope))
      if (records === undefined || selected === undefined) return undefined
      if (selected.length > 0) return readAll(selected, path, scope, read)
      const miss = nearestMiss(conditions, records, { scope, identifyingValues: collection.identifyingValues })
      return [{ problem: `There are no ${collection.noun} that satisfy "where".${miss}` }]
    },
  }
}

/** Comparisons that take as long as reading a value as a form. */
const comparisonsOfReading = 10

function readAll<Value>(
  records: readonly CollectedRecord<Value>[],
  key: object,
  scope: MatchScope,
  read: (record: CollectedRecord<Value>) => Found,
): readonly Found[] {
  return runLoop<Found[]>(scope, {
    key,
    subject: records.length,
    count: records.length,
    start: () => [],
    step(found, index) {
      scope.budget?.compare(comparisonsOfReading)
      const one = read(records[index] as CollectedRecord<Value>)
      if ('keys' in one) scope.budget?.noteCharacters(one.keys.reduce((sum, key) => sum + key.length, 0))
      found.push(one)
      return found
    },
  })
}

function compileLike(like: string, at: string, findings: Findings): CodesLike | undefined {
  return compileCodesLike(like) ?? findings.add(pointerTo(at, 'like'), 'expected a form such as "PA########"')
}

/** Reads the code that texts say, as the only key; without keys if they say none, or several different ones. */
function readCode(name: string, texts: readonly (JsonValue | undefined)[], reading: CodesLike): FoundValue {
  const codes = [...new Set(texts.flatMap((text) => readAs(text, reading)))]
  const said = codes.length === 0 ? texts[0] : codes.join(', ')
  return { name, value: said, keys: codes.length === 1 ? codes : [] }
}

/** Maximum number of values in the evidence; an agent may have written thousands. */
const listed = 50

function judgeAgreement(found: readonly Found[]): CheckOutcome {
  const values = found.filter((result) => 'keys' in result)
  const more = values.length - listed
  const evidence = { field_results: [], values: values.slice(0, listed).map(showValue), ...(more > 0 && { more }) }
  const problem = found.find((result) => 'problem' in result)?.problem ?? findDisagreement(values)
  if (problem !== undefined) return { outcome: 'failed', score: 0, details: problem, evidence }
  const shown = values.map(({ name, value }) => `${name} is ${showJson(value)}`)
  return { outcome: 'passed', details: `${plural(values.length, 'value')} agree: ${listValues(shown, 4)}.`, evidence }
}

function showValue({ name, value, keys }: FoundValue): JsonObject {
  return value === undefined
    ? { record: name, actual: null, missing: true }
    : { record: name, actual: value, read_as: keys.slice(0, listed) }
}

function findDisagreement(values: readonly FoundValue[]): string | undefined {
  const unread = values.find(({ keys }) => keys.length === 0)
  if (unread !== undefined)
    return `${unread.name} is ${showJson(unread.value)}, which cannot be read in the form given by "as".`
  const [first, ...others] = values
  const own = new Set(first?.keys)
  let common = own
  for (const { keys } of others) common = new Set(keys.filter((key) => common.has(key)))
  if (common.size > 0) return undefined
  const differing = others.find(({ keys }) => !keys.some((key) => own.has(key)))
  const two = [first, differing ?? others[0]].map((reading) => `${reading?.name} is ${showJson(reading?.value)}`)
  return `The values differ: ${two.join(', but ')}.`
}
