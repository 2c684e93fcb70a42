import {
  buildAck,
  checkStructureInSteps,
  type Issue,
  type Message,
  type MessageStructure,
  parseDateTime,
  parseMessage,
} from '@carebench/hl7v2'
import type { Steps } from '@carebench/protocol'
import { foldText } from '@carebench/text'
import { type AcceptanceRules, firstRejection, type JudgementCode } from './acceptance.js'
import type { QueryRules } from './query-rules.js'
import { hasStandardDelimiters, idsIn, isSameId, type Registry, type RegistryPerson } from './registry.js'

/** The codes of QAK-2: found, not found, too many found, error in the query. */
export type QueryStatus = 'OK' | 'NF' | 'TM' | 'AE'

/** The answer to a query. */
export interface QueryAnswer {
  /** QPD-1.1; the empty string if it cannot be read. */
  readonly query: string
  readonly status: QueryStatus
  /** The number of people found. */
  readonly matches: number
  readonly code: JudgementCode
  readonly issues: readonly Issue[]
  /** The response message, RSP^K11. */
  readonly response: Message
}

/** The profile and status of a response, and the people in it. */
interface Finding {
  readonly profile: 'Z31' | 'Z32' | 'Z33' | 'Z42'
  readonly status: QueryStatus
  readonly people: readonly RegistryPerson[]
}

const structure: MessageStructure = {
  code: 'QBP',
  events: ['Q11'],
  name: 'QBP_Q11',
  segments: 'MSH [{SFT}] [UAC] QPD RCP [DSC]',
}

/** RXA-5.1 of a group without a vaccination, which contains a forecast. */
const noVaccine = '998'

/** Whether a message is a query that the interface answers. */
export function isQuery(message: Message): boolean {
  return message.messageType === 'QBP^Q11'
}

/**
 * Answers a query for an immunization history by the CDC implementation guide, Release 1.5. If one person is found, the
 * response has the history (Z32), for Z44 with evaluation and forecast (Z42); for several, a list of candidates (Z31);
 * for none, too many, or an error in the query, no people (Z33).
 */
export function* answerQuery(
  message: Message,
  { rules, queries, registry }: { rules: AcceptanceRules; queries: QueryRules; registry: Registry },
  { controlId, at }: { readonly controlId: string; readonly at: number },
): Steps<QueryAnswer> {
  const query = message.read('QPD-1.1') ?? ''
  const found = yield* findIssues(message, queries)
  const rejection = found.length > 0 ? undefined : yield* firstRejection(message, rules)
  const issues = rejection?.issues ?? found
  const code = rejection?.code ?? (found.length > 0 ? 'AE' : 'AA')
  const people = issues.length > 0 ? [] : findPeople(message, registry)
  const most = Math.min(queries.maxCandidates, wantedRecords(message) ?? Number.POSITIVE_INFINITY)
  const finding = issues.length > 0 ? { ...nobody, status: 'AE' as const } : judgeMatches(query, people, most)
  const ack = buildAck(message, { code, controlId, at, issues })
  return {
    query,
    status: finding.status,
    matches: people.length,
    code,
    issues,
    response: parseMessage(responseText(message, ack, finding)),
  }
}

const nobody: Finding = { profile: 'Z33', status: 'NF', people: [] }

function judgeMatches(query: string, people: readonly RegistryPerson[], most: number): Finding {
  if (people.length === 0) return nobody
  if (people.length === 1) return { profile: query === 'Z44' ? 'Z42' : 'Z32', status: 'OK', people }
  return people.length > most ? { ...nobody, status: 'TM' } : { profile: 'Z31', status: 'OK', people }
}

function* findIssues(message: Message, { names }: QueryRules): Steps<Issue[]> {
  if (!hasStandardDelimiters(message)) {
    return [
      { code: 102, segment: 'MSH', occurrence: 1, field: 2, message: 'Expected the delimiters |^~\\& in a query.' },
    ]
  }
  const issues = yield* checkStructureInSteps(message, { structures: [structure], maxIssues: 50 })
  if (issues.length > 0) return issues
  const place = { segment: 'QPD', occurrence: 1 }
  const query = message.read('QPD-1.1')
  if (!names.some((name) => name === query)) {
    const expected = `Expected a query of ${names.join(', ')} in QPD-1.1, got ${query ?? 'nothing'}.`
    return [{ code: 103, ...place, field: 1, repetition: 1, component: 1, message: expected }]
  }
  if (!message.read('QPD-2')) issues.push({ code: 101, ...place, field: 2, message: 'Expected a query tag in QPD-2.' })
  const birthDate = message.read('QPD-6.1')
  if (birthDate && !isDate(birthDate)) {
    issues.push({ code: 102, ...place, field: 6, message: `Expected a date in QPD-6, YYYYMMDD, got ${birthDate}.` })
  }
  if (message.read('QPD-3.1')) return issues
  for (const [field, component, what] of [
    [4, 1, 'a family name in QPD-4.1'],
    [4, 2, 'a given name in QPD-4.2'],
    [6, 1, 'a date of birth in QPD-6'],
  ] as const) {
    if (message.read(`QPD-${field}.${component}`)) continue
    const expected = `Expected ${what}, or an identifier in QPD-3.`
    issues.push({ code: 101, ...place, field, repetition: 1, component, message: expected })
  }
  return issues
}

function isDate(text: string): boolean {
  return /^\d{8}/.test(text) && parseDateTime(text) !== undefined
}

/** Returns the maximum number of records that the query asks for (RCP-2). */
function wantedRecords(message: Message): number | undefined {
  const quantity = message.read('RCP-2.1')
  return quantity && /^\d{1,6}$/.test(quantity) ? Number(quantity) : undefined
}

/**
 * Returns the people with an identifier of the query, else those with its name and date of birth. Other data must not
 * contradict the query.
 */
function findPeople(message: Message, registry: Registry): readonly RegistryPerson[] {
  const read = (path: string) => message.read(`QPD-${path}`) ?? ''
  const [qpd] = message.segments('QPD')
  const ids = qpd === undefined ? [] : idsIn(qpd, 3)
  const birthDate = read('6.1').slice(0, 8)
  const agrees = (asked: string, known: string) => asked === '' || known === '' || asked === known
  const byId = registry.filter((person) => person.ids.some((id) => ids.some((asked) => isSameId(asked, id))))
  if (byId.length > 0) return byId.filter((person) => agrees(birthDate, person.birthDate))
  const [family, given] = [foldText(read('4.1.1')), foldText(read('4.2'))]
  if (family === '' || given === '' || birthDate === '') return []
  return registry.filter(
    (person) =>
      person.family === family &&
      person.given === given &&
      person.birthDate === birthDate &&
      agrees(foldText(read('5.1.1')), person.motherFamily) &&
      agrees(read('7'), person.sex) &&
      agrees(read('8.5'), person.postalCode),
  )
}

/** Returns the text of the response: the segments of the acknowledgment, QAK, the query's QPD, and the people. */
function responseText(message: Message, ack: Message, { profile, status, people }: Finding): string {
  const [header = '', ...rest] = ack.segments().map(({ text }) => text)
  const fields = header.split('|')
  fields[8] = 'RSP^K11^RSP_K11'
  while (fields.length < 20) fields.push('')
  fields[20] = `${profile}^CDCPHINVS`
  const [qpd = 'QPD'] = message.segments('QPD').map(({ text }) => text)
  const [, name = '', tag = ''] = hasStandardDelimiters(message) ? qpd.split('|') : []
  const lines = people.flatMap((person, index) => [
    ...person.demographics.map((text) => numbered(text, index + 1)),
    ...(profile === 'Z31' ? [] : selectVaccinations(person, profile === 'Z42')),
  ])
  return [
    fields.join('|'),
    ...rest,
    `QAK|${tag}|${status}|${name}`,
    ...(hasStandardDelimiters(message) ? [qpd] : []),
    ...lines,
  ]
    .map((line) => `${line}\r`)
    .join('')
}

function selectVaccinations({ vaccinations }: RegistryPerson, withForecast: boolean): string[] {
  return vaccinations.filter(({ code }) => withForecast || code !== noVaccine).flatMap(({ segments }) => segments)
}

/** Returns a PID segment with its number within the response in PID-1; other segments unchanged. */
function numbered(segment: string, number: number): string {
  return segment.startsWith('PID|') ? segment.replace(/^PID\|[^|]*/, `PID|${number}`) : segment
}
