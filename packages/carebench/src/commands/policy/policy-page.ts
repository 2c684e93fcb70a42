import type { Criteria, Policy, PolicyStatement } from '@carebench/systems/policy'
import { plural } from '@carebench/text'
import { describeDocuments, describeEnough, describeFact, toTitle } from './statement-words.js'

/** Formats a policy as a Markdown page: its services, its criteria, and the possible decisions. */
export function policyPage(policy: Policy): string {
  const { title, id, version, source, criteria, exceptions = [], statements = {} } = policy
  const sections = [
    `# ${title}`,
    `Policy ${id}, version ${version}.${source === undefined ? '' : `\nSource: ${source}`}`,
    aboutServices(policy),
    `## Authorization\n\n${aboutAuthorization(policy)}`,
    ...(criteria === undefined ? [] : [`## Criteria\n\n${outline(criteria, statements)}`]),
    ...exceptions.map(
      (one) => `## Exception\n\nThe criteria need not be met if this is met:\n\n${outline(one, statements)}`,
    ),
    `## Decision\n\n${aboutDecision(policy)}`,
    ...aboutDenials(policy),
  ]
  return `${sections.join('\n\n')}\n`
}

function aboutServices({ services, plans, members, effective = {}, documents = [] }: Policy): string {
  const codes = services?.map((one) => ('code' in one ? one.code : `${one.from} to ${one.to}`)).join(', ')
  const { from, to } = effective
  return [
    `Services: ${codes ?? 'all'}.`,
    ...(plans === undefined ? [] : [`Plans: ${plans.join(', ')}.`]),
    ...(members === undefined ? [] : [`Members: ${members.join(', ')}.`]),
    ...(from === undefined ? [] : [`For services from ${from}.`]),
    ...(to === undefined ? [] : [`For services up to ${to}.`]),
    ...(documents.length === 0 ? [] : [`Documents for every request: ${documents.join(', ')}.`]),
  ].join('\n')
}

function aboutAuthorization({
  requires_authorization: requires = true,
  gold_card: gold,
  statements = {},
}: Policy): string {
  const when =
    typeof requires === 'object' ? `Needed if this is met:\n\n${outline(requires.when, statements)}` : undefined
  const always = requires === false ? 'Not needed.' : 'Needed.'
  const exempt = gold === undefined ? '' : `\n\nProviders without review: ${gold.join(', ')}.`
  return `${when ?? always}${exempt}`
}

/** Formats criteria as nested lists; each statement says where its value comes from, and which values are enough. */
function outline(criteria: Criteria, statements: Readonly<Record<string, PolicyStatement>>, indent = ''): string {
  if (typeof criteria === 'string') return statementLines(criteria, statements[criteria] ?? {}, indent)
  if ('not' in criteria) return `${indent}- Not this:\n${outline(criteria.not, statements, `${indent}  `)}`
  const [heading, list] =
    'all' in criteria
      ? ['All of these:', criteria.all]
      : 'any' in criteria
        ? ['One of these:', criteria.any]
        : [`At least ${criteria.at_least} of these:`, criteria.of]
  return [`${indent}- ${heading}`, ...list.map((one) => outline(one, statements, `${indent}  `))].join('\n')
}

function statementLines(name: string, statement: PolicyStatement, indent: string): string {
  const { question } = statement
  const [fact, documents] = [describeFact(statement), describeDocuments(statement)]
  return [
    `- **${toTitle(name)}** (${name})${question === undefined ? '' : `: ${question}`}`,
    ...(statement.enough === undefined ? [] : [`  - Enough: ${describeEnough(statement)}`]),
    ...(fact === undefined ? [] : [`  - Found in ${fact}`]),
    ...(documents === undefined ? [] : [`  - ${describeNeed(statement)}: ${documents}`]),
    ...(question === undefined && fact !== undefined && statement.says === undefined
      ? ['  - If nothing is found, it is not met.']
      : []),
  ]
    .map((line) => indent + line)
    .join('\n')
}

/** Says whether a document is enough, or is needed in addition to an answer or a finding. */
function describeNeed({ question, fact, says }: PolicyStatement): string {
  if (question === undefined && fact === undefined) return 'Shown by'
  const other =
    question === undefined ? 'what is found' : fact === undefined ? 'the answer' : 'what is found or answered'
  if (says === undefined) return `Needed besides ${other}, which has to be enough`
  return `Needed always, and enough without ${question === undefined ? 'anything found' : 'an answer'}`
}

function aboutDecision({ decision = {}, limits = {}, statements = {} }: Policy): string {
  const { outcome = 'approved', standard_hours: standard = 0, expedited_hours: expedited = 0 } = decision
  const { expires_days: days, pend_when: pend, partial_when: partial } = decision
  return [
    'If the criteria are met: ' +
      `${outcome.replace('_', ' ')}${decision.reason === undefined ? '' : `. ${decision.reason}`}`,
    `Decided ${whenDecided(standard)}; urgent requests ${whenDecided(expedited)}.`,
    ...(limits.units === undefined
      ? []
      : [`At most ${plural(limits.units, 'unit')}${writePeriod(limits.period_days)}.`]),
    ...(days === undefined ? [] : [`An approval is valid for ${days} days from the day of the service.`]),
    ...(partial === undefined
      ? []
      : [`At most ${plural(partial.units, 'unit')} if this is met:\n${outline(partial.when, statements)}`]),
    ...(pend === undefined ? [] : [`A person reviews the request if this is met:\n${outline(pend, statements)}`]),
  ].join('\n\n')
}

function whenDecided(hours: number): string {
  return hours === 0 ? 'at once' : `after ${hours} hours`
}

function writePeriod(days: number | undefined): string {
  return days === undefined ? '' : ` in ${days} days`
}

function aboutDenials({ decision }: Policy): readonly string[] {
  const reasons = Object.entries(decision?.reasons ?? {})
  if (reasons.length === 0) return []
  const lines = reasons.map(([name, { text, x12 = '0F', appeal }]) => {
    return (
      `- **${toTitle(name)}**: ${text ?? 'Not met.'} (reason code ` +
      `${x12})${appeal === undefined ? '' : ` ${appeal}`}`
    )
  })
  return [`## Reasons for a denial\n\n${lines.join('\n')}`]
}
