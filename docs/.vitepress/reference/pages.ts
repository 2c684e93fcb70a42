import { readdirSync, readFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { createProgram } from '../../../packages/carebench/src/program.js'
import { environmentName, settings } from '../../../packages/carebench/src/serving/settings.js'
import { requirements } from '../../../packages/conformance/src/requirements/requirements.js'
import { errorStatus } from '../../../packages/protocol/src/error-code.js'
import { limits } from '../../../packages/protocol/src/limits.js'
import { createOpenApi } from '../../../packages/protocol/src/openapi.js'
import { defaultSystems } from '../../../packages/systems/src/systems.js'
import { defaultChecks } from '../../../packages/systems/src/verifier/default-checks.js'
import { matcherKeys } from '../../../packages/verifier/src/matchers/compile-matcher.js'
import { configurationSections } from './configurations.js'
import { readDocstrings } from './docstrings.js'
import { limitTable } from './limit-sources.js'
import { code, jsonBlock, page, table } from './markdown.js'
import { memberTable, type Schema } from './schemas.js'

const packages = resolve(import.meta.dirname, '../../../packages')

type Command = ReturnType<typeof createProgram>

/** The operations, schemas and errors of the HTTP API, as its OpenAPI document has them. */
interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> }
}

interface Operation {
  readonly summary: string
  readonly tags: readonly string[]
  readonly responses: Readonly<Record<string, unknown>>
}

/** The pages of the reference that nobody writes, by their names. */
export function referencePages(): ReadonlyMap<string, string> {
  const openApi = createOpenApi(defaultSystems) as unknown as OpenApi
  return new Map([
    ['operations', operationsPage(openApi)],
    ['schemas', schemasPage(openApi)],
    ['errors', errorsPage()],
    ['limits', limitsPage()],
    ['assertion-kinds', kindsPage()],
    ['matchers', matchersPage()],
    ['events', eventsPage()],
    ['configurations', page('Configurations of the systems', '`@carebench/systems`', ...configurationSections())],
    ['commands', commandsPage()],
    ['settings', settingsPage()],
    ['requirements', requirementsPage()],
  ])
}

function operationsPage({ paths }: OpenApi): string {
  const all = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, operation]) =>
      operation.tags === undefined ? [] : [{ path, method: method.toUpperCase(), ...operation }],
    ),
  )
  const sections = [...groupBy(all, ({ tags }) => tags[0] ?? '')].map(([tag, own]) => {
    const rows = own.map(({ method, path, summary, responses }) => [
      code(`${method} ${path}`),
      summary,
      Object.keys(responses).join(' '),
    ])
    return `## ${tag}\n\n${table(['call', 'what it does', 'status'], rows)}`
  })
  return page('Operations', '`/openapi.json`', ...sections)
}

function schemasPage({ components }: OpenApi): string {
  const sections = Object.entries(components.schemas).map(([name, schema]) =>
    [`## ${name}`, schema.description ?? '', memberTable(schema)].filter((part) => part !== '').join('\n\n'),
  )
  return page('Schemas', '`/openapi.json`', ...sections)
}

function errorsPage(): string {
  const rows = Object.entries(errorStatus).map(([name, status]) => [
    code(name),
    String(status),
    requirements.find(({ statement }) => statement.includes(`\`${name}\``))?.statement ?? '',
  ])
  return page('Error codes', '`@carebench/protocol`', table(['code', 'status', 'a rule about it'], rows))
}

function limitsPage(): string {
  const rows = Object.entries(limits).map(([name, value]) => [code(name), code(JSON.stringify(value))])
  return page(
    'Limits',
    'the sources',
    'A request beyond a limit is rejected with an error that names the limit, before the work is done.',
    '## Limits of the API',
    table(['member of `limits` in `@carebench/protocol`', 'value'], rows),
    '## Limits of the server',
    limitTable(),
  )
}

function kindsPage(): string {
  const docs = new Map([
    ...readDocstrings(join(packages, 'verifier/src/checks')),
    ...readDocstrings(join(packages, 'systems/src')),
  ])
  const sections = defaultChecks.map(({ kind, schema }) => {
    const members = memberTable(schema as Schema)
    return [`## ${code(kind)}`, findDocstring(docs, camelCase(kind)), members, ...readRules(kind)].join('\n\n')
  })
  return page('Kinds of assertion', '`@carebench/verifier` and `@carebench/systems`', ...sections)
}

function matchersPage(): string {
  const docs = readDocstrings(join(packages, 'verifier/src/matchers'))
  const sections = matcherKeys().map((key) =>
    [`## ${code(key)}`, findDocstring(docs, `${key.slice(1)}Matcher`), ...readRules(key.slice(1))].join('\n\n'),
  )
  return page('Matchers', '`@carebench/verifier`', ...sections)
}

function eventsPage(): string {
  const sections = defaultSystems.map(({ type, events }) => {
    const rows = events.map(({ type: event, summary, example }) => [
      code(event),
      summary,
      code(JSON.stringify(example)),
    ])
    return `## ${type}\n\n${table(['event', 'when', 'an example of its data'], rows)}`
  })
  return page('Events', '`@carebench/systems`', ...sections)
}

function commandsPage(): string {
  const texts: string[] = []
  const quiet = { out: () => {}, err: () => {}, isTTY: false, errColumns: undefined, environment: {}, now: () => 0 }
  const visit = (command: Command, name: string) => {
    const help: string[] = []
    command.configureOutput({ writeOut: (text) => void help.push(text), getOutHelpWidth: () => 118 })
    command.outputHelp()
    texts.push(`## ${code(name)}\n\n\`\`\`text\n${help.join('').trimEnd()}\n\`\`\``)
    for (const inner of command.commands) visit(inner, `${name} ${inner.name()}`)
  }
  visit(createProgram(quiet), 'carebench')
  return page('Commands and options', 'the command line', ...texts)
}

function settingsPage(): string {
  const rows = settings.map(([name, { default: value, description, ...setting }]) => [
    setting['x-secret'] === true ? '' : code(`--${name}`),
    code(environmentName(name)),
    value === undefined ? '' : code(String(value)),
    description ?? '',
  ])
  return page('Settings of the server', '`carebench serve`', table(['flag', 'variable', 'default', 'meaning'], rows))
}

function requirementsPage(): string {
  const sections = [...groupBy(requirements, ({ section }) => section)].map(([section, own]) => {
    const rows = own.map(({ id, level, statement }) => [code(id), level, statement])
    return `## ${section}\n\n${table(['id', 'level', 'rule'], rows)}`
  })
  const example = jsonBlock({ failures: { 'pagination.ties': 'our store keeps seconds' } })
  return page(
    'Requirements',
    '`@carebench/conformance`',
    'What `carebench conformance` checks, one rule at a time. A file of known failures names rules by ' +
      `id:\n\n${example}`,
    ...sections,
  )
}

function groupBy<Item>(items: readonly Item[], keyOf: (item: Item) => string): ReadonlyMap<string, readonly Item[]> {
  const groups = new Map<string, Item[]>()
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item])
  return groups
}

/** The page of rules beside the source of a matcher or kind, without its title; empty if it has none. */
function readRules(name: string): readonly string[] {
  const verifier = join(packages, 'verifier/src')
  const file = readdirSync(verifier, { recursive: true, encoding: 'utf8' }).find(
    (path) => basename(path) === `${name}.md`,
  )
  if (file === undefined) return []
  const [, ...rules] = readFileSync(join(verifier, file), 'utf8').split('\n')
  return [
    rules
      .join('\n')
      .replaceAll(/\]\((?:\.\.\/)+docs\//g, '](../')
      .trim(),
  ]
}

function findDocstring(docs: ReadonlyMap<string, string>, name: string): string {
  const found = docs.get(name)
  if (found === undefined) throw new Error(`The export ${name} needs a docstring: the reference shows it.`)
  return found
}

function camelCase(kind: string): string {
  return kind.replaceAll(/-([a-z])/g, (_, letter: string) => letter.toUpperCase())
}
