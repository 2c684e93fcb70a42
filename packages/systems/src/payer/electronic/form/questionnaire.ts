import type { JsonObject } from '@carebench/protocol'
import type { CompiledPolicy } from '../../../policy/compile-policy.js'
import type { CriteriaNode } from '../../../policy/criteria.js'
import type { PolicyStatement } from '../../../policy/policy-schema.js'
import { dtrUrl, questionnaireUrl, sdcUrl } from '../fhir/urls.js'
import { createInitialExpression, createVariables } from './population.js'

/** The suffix of the id of a policy's adaptive questionnaire. */
const adaptiveEnd = '-adaptive'

/** The prefix of linkIds of documents that a policy always needs. */
const documentsStart = 'documents.'

/** The suffix of the linkId of a document that supports a statement. */
const documentEnd = '.document'

/** A question about a statement, or a request for a supporting document. */
export interface FormItem {
  readonly linkId: string
  /** The statement; undefined for a document that is always needed. */
  readonly statement: string | undefined
  /** The accepted document types; undefined for a question. */
  readonly documents: readonly string[] | undefined
  readonly item: JsonObject
}

/** Whether a form may ask for a document under this linkId. */
export function isDocumentLink(linkId: string): boolean {
  return linkId.startsWith(documentsStart) || linkId.endsWith(documentEnd)
}

/** Whether a policy has a questionnaire with items. */
export function hasQuestionnaire(policy: CompiledPolicy): boolean {
  return policy.statements.size > 0 && listItems(policy).length > 0
}

/** Returns the canonical URL of a policy's questionnaire, with its version. */
export function createCanonical({ policy: { id, version } }: CompiledPolicy, isAdaptive = false): string {
  return `${questionnaireUrl}${id}${isAdaptive ? adaptiveEnd : ''}|${version}`
}

/** The parts of a canonical of one of the payer's questionnaires. */
export interface AskedQuestionnaire {
  readonly id: string
  readonly version: string | undefined
  readonly isAdaptive: boolean
}

/** Parses a canonical; undefined if the questionnaire is not the payer's. */
export function readCanonical(canonical: string): AskedQuestionnaire | undefined {
  if (!canonical.startsWith(questionnaireUrl)) return undefined
  const [name = '', version] = canonical.slice(questionnaireUrl.length).split('|', 2)
  const isAdaptive = name.endsWith(adaptiveEnd)
  return { id: isAdaptive ? name.slice(0, -adaptiveEnd.length) : name, version, isAdaptive }
}

/**
 * Returns the items of a policy's form in the order of its criteria: exactly the questions that can affect the
 * decision.
 */
export function listItems(policy: CompiledPolicy): readonly FormItem[] {
  const { authorization, necessity, pend, partial } = policy
  const trees = [typeof authorization === 'boolean' ? undefined : authorization, necessity, pend, partial?.when]
  const items = new Map<string, FormItem>()
  for (const tree of trees) {
    if (tree === undefined) continue
    for (const [name, conditions] of conditionsIn(tree, policy, [])) {
      for (const one of listStatementItems(name, policy, conditions)) {
        if (!items.has(one.linkId)) items.set(one.linkId, one)
      }
    }
  }
  for (const type of policy.policy.documents ?? []) {
    const linkId = `${documentsStart}${type}`
    const text = `Attach the ${type.replaceAll('_', ' ')}.`
    const item = { linkId, text, type: 'attachment', required: true }
    items.set(linkId, { linkId, statement: undefined, documents: [type], item })
  }
  return [...items.values()]
}

/** Returns a policy's standard questionnaire. */
export function createQuestionnaire(policy: CompiledPolicy): JsonObject {
  const items = listItems(policy).map(({ item }) => item)
  const variables = [...policy.statements.values()].flatMap(({ name, statement }) =>
    createVariables(nameVariable(name, policy), statement),
  )
  return {
    ...createHead(policy, false),
    extension: [
      {
        url: `${sdcUrl}sdc-questionnaire-launchContext`,
        extension: [
          {
            url: 'name',
            valueCoding: { system: 'http://hl7.org/fhir/uv/sdc/CodeSystem/launchContext', code: 'patient' },
          },
          { url: 'type', valueCode: 'Patient' },
        ],
      },
      ...variables,
    ],
    item: items,
  }
}

/** Returns a policy's adaptive questionnaire, without items. */
export function createAdaptiveQuestionnaire(policy: CompiledPolicy): JsonObject {
  return {
    ...createHead(policy, true),
    extension: [{ url: `${sdcUrl}sdc-questionnaire-questionnaireAdaptive`, valueUrl: 'Questionnaire/$next-question' }],
  }
}

/** Returns the adaptive questionnaire that a response contains: without a URL, and with the items asked so far. */
export function createAskedQuestionnaire(policy: CompiledPolicy, items: readonly JsonObject[]): JsonObject {
  const { url: _, meta: __, ...form } = createAdaptiveQuestionnaire(policy)
  return {
    ...form,
    meta: { profile: [`${dtrUrl}dtr-questionnaire-adapt`] },
    derivedFrom: [createCanonical(policy, true)],
    ...(items.length > 0 && { item: [...items] }),
  }
}

/**
 * Returns the variable name of a statement. The statement's own name may be `patient` or have underscores, which a FHIR
 * `id` must not.
 */
function nameVariable(name: string, { statements }: CompiledPolicy): string {
  return `fact${[...statements.keys()].indexOf(name) + 1}`
}

function createHead({ policy: { id, title, version, effective } }: CompiledPolicy, isAdaptive: boolean): JsonObject {
  const name = isAdaptive ? `${id}${adaptiveEnd}` : id
  const { from: start, to: end } = effective ?? {}
  return {
    resourceType: 'Questionnaire',
    id: name.slice(0, 64),
    meta: { profile: [`${dtrUrl}${isAdaptive ? 'dtr-questionnaire-adapt-search' : 'dtr-std-questionnaire'}`] },
    url: `${questionnaireUrl}${name}`,
    version,
    name: `Policy_${id.replaceAll(/[^A-Za-z0-9]/g, '_')}${isAdaptive ? '_adaptive' : ''}`,
    title,
    text: writeNarrative(title),
    status: 'active',
    subjectType: ['Patient'],
    ...(effective !== undefined && {
      effectivePeriod: { ...(start !== undefined && { start }), ...(end !== undefined && { end }) },
    }),
  }
}

/** Returns the narrative that the profiles require, with only the title. */
function writeNarrative(title: string): JsonObject {
  const escaped = title.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
  return { status: 'generated', div: `<div xmlns="http://www.w3.org/1999/xhtml">${escaped}</div>` }
}

interface Condition {
  readonly question: string
  readonly operator: string
  readonly answer: JsonObject
}

/** Yields the statements of criteria, each with the conditions on earlier answers under which it matters. */
function* conditionsIn(
  node: CriteriaNode,
  policy: CompiledPolicy,
  before: readonly Condition[],
): Iterable<readonly [name: string, conditions: readonly Condition[]]> {
  if (node.kind === 'statement') yield [node.name, before]
  else if (node.kind === 'not') yield* conditionsIn(node.of, policy, before)
  else {
    let conditions = before
    for (const one of node.of) {
      yield* conditionsIn(one, policy, conditions)
      if (one.kind !== 'statement') continue
      // An alternative matters only if none before it holds; a conjunct only if all before it hold.
      const isNeeded = node.need === node.of.length
      const condition = isNeeded || node.need === 1 ? makeCondition(one.name, policy, isNeeded) : undefined
      if (condition !== undefined) conditions = [...conditions, condition]
    }
  }
}

/** Each limit with its operator, and with the negated operator. */
const limits = [
  ['at_least', '>=', '<'],
  ['at_most', '<=', '>'],
  ['above', '>', '<='],
  ['below', '<', '>='],
] as const

/**
 * Returns the condition on an answer under which a statement may hold (or, if `holds` is false, does not hold);
 * undefined if a single answer cannot decide it.
 */
function makeCondition(name: string, { statements }: CompiledPolicy, holds: boolean): Condition | undefined {
  const { question, answer_type: type = 'boolean', enough = {}, accepts } = statements.get(name)?.statement ?? {}
  // A statement that needs a document may fail whatever the answer is.
  if (question === undefined || (accepts !== undefined && !holds)) return undefined
  if (type === 'boolean') return { question: name, operator: '=', answer: { answerBoolean: holds } }
  const [only, ...others] = limits.filter(([limit]) => enough[limit] !== undefined)
  if (type !== 'number' || only === undefined || others.length > 0) return undefined
  const [limit, kept, exceeded] = only
  return { question: name, operator: holds ? kept : exceeded, answer: { answerDecimal: enough[limit] ?? 0 } }
}

function listStatementItems(
  name: string,
  policy: CompiledPolicy,
  conditions: readonly Condition[],
): readonly FormItem[] {
  const { statement } = policy.statements.get(name) ?? {}
  if (statement === undefined) return []
  const { question, accepts } = statement
  const items: FormItem[] = []
  if (question !== undefined) {
    const item = { ...enableWhen(conditions), ...answerForm(statement), linkId: name, text: question, required: true }
    items.push({
      linkId: name,
      statement: name,
      documents: undefined,
      item: withInitial(item, createInitialExpression(nameVariable(name, policy), statement)),
    })
  }
  if (accepts !== undefined) {
    const linkId = `${name}${documentEnd}`
    const text = `Attach a document that shows it: ${accepts.join(' or ').replaceAll('_', ' ')}.`
    // An answer that does not satisfy the statement needs no document.
    const held = makeCondition(name, policy, true)
    const shown = enableWhen(held === undefined ? conditions : [held])
    const item = { ...shown, linkId, text, type: 'attachment', required: true }
    items.push({ linkId, statement: name, documents: accepts, item })
  }
  return items
}

function enableWhen(conditions: readonly Condition[]): JsonObject {
  if (conditions.length === 0) return {}
  const when = conditions.map(({ question, operator, answer }) => ({ question, operator, ...answer }))
  return { enableWhen: when, ...(when.length > 1 && { enableBehavior: 'all' }) }
}

function answerForm({ answer_type: type = 'boolean', unit, options = [] }: PolicyStatement): JsonObject {
  if (type === 'choice') return { type: 'choice', answerOption: options.map((option) => ({ valueString: option })) }
  if (type !== 'number') return { type }
  const coding = { system: 'http://unitsofmeasure.org', code: unit ?? '1' }
  return {
    type: 'decimal',
    ...(unit !== undefined && {
      extension: [{ url: 'http://hl7.org/fhir/StructureDefinition/questionnaire-unit', valueCoding: coding }],
    }),
  }
}

/** Returns an item with its initialExpression added to its extensions. */
function withInitial(item: JsonObject, initial: JsonObject | undefined): JsonObject {
  if (initial === undefined) return item
  const own = Array.isArray(item.extension) ? item.extension : []
  return { ...item, extension: [...own, initial] }
}
