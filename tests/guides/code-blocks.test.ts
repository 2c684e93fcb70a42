import { spawnSync } from 'node:child_process'
import { type BenchmarkDefinition, validatorFor } from '@carebench/protocol'
import { findDefinitionErrors } from '@carebench/service'
import { defaultSystems } from '@carebench/systems'
import { transformSync } from 'esbuild'
import { describe, expect, it } from 'vitest'
import { createProgram, runProgram } from '../../packages/carebench/src/program.js'
import { blocksIn, codeBlocks } from './code-blocks.js'
import { commandLinesIn } from './command-lines.js'

type Command = ReturnType<typeof createProgram>

const blocks = codeBlocks()
const named = (language: string) =>
  blocks.filter((block) => block.language === language).map((block) => [`${block.page}:${block.line}`, block] as const)

/** The languages of blocks, and what checks them. Nothing checks a block in another language. */
const languages = {
  ts: 'compiled by pack:check, with the packed packages',
  js: 'parsed here',
  json: 'parsed and validated here',
  sh:
    'parsed here, and the command lines of carebench by its own parser; those marked "walk" are run by the tests of ' +
    'guides',
  python: 'run by integrations and tests of guides',
  yaml: 'read by tests of guides, or of another program',
  er7: 'sent by hl7-guide.test.ts',
  http: 'one request, also run with curl by manual-clock-guide.soak.test.ts',
  ini: 'of systemd',
  nginx: 'of nginx',
  text: 'output, drawings, lists',
}

it('every block is in a language that something checks', () => {
  expect([...new Set(blocks.map(({ language }) => language))].toSorted()).toEqual(Object.keys(languages).toSorted())
})

it.each(named('js'))('%s is a module', (_, { code }) => {
  expect(() => transformSync(code, { format: 'esm', loader: 'js' })).not.toThrow()
})

describe('JSON', () => {
  it.each(named('json'))('%s is valid', (_, { code }) => {
    const value: unknown = JSON.parse(code, withoutFiles)
    for (const definition of definitionsWith(value)) {
      expect(findings(definition)).toEqual([])
    }
  })

  it('benchmarks, tasks, assertions and steps are recognized by their members', () => {
    const wrong = [
      { name: 'x', environment: {}, tasks: [] },
      { task_item: {}, criteria: [{ label: 1 }] },
      { assert: 'output-match' },
      [{ type: 'receive_fax' }],
      [{ type: 'FHIR', name: 1, config: {} }],
    ]
    for (const value of wrong) expect(definitionsWith(value).flatMap(findings)).not.toEqual([])
    expect(definitionsWith({ anything: 'else' })).toEqual([])
  })
})

describe('shell', () => {
  it('every script can be parsed', () => {
    const scripts = named('sh').map(([name, { code }]) => `: ${name}\n{\n${withoutPlaceholders(code)}}\n`)
    const { status, stderr } = spawnSync('bash', ['--norc', '-n'], { input: scripts.join(''), encoding: 'utf8' })
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  })

  const lines = named('sh').flatMap(([name, { code }]) => commandLinesIn(code).map((words) => [name, words] as const))

  it('finds command lines', () => expect(lines.length).toBeGreaterThan(80))

  it.each(lines.map(([name, words]) => [name, words.join(' '), words] as const))(
    '%s: carebench %s is understood',
    async (_, __, words) => {
      expect(await parse(words)).toBe('')
    },
  )

  it.each([
    [['run', 'x', '--trials', 'many']],
    [['serve', '--prot', '1']],
    [['runn', 'x']],
    [['export', 'inspect']],
    [['keys', 'create']],
  ])('%j is not understood', async (words) => {
    expect(await parse(words)).not.toBe('')
  })
})

describe('the help', () => {
  const lines = workingCommands(createProgram(silent())).flatMap((command) =>
    [...readHelp(command).matchAll(/^ {2}(carebench .*(?:\\\n.*)*)/gm)].flatMap(([, line = '']) =>
      commandLinesIn(withoutRemark(line)),
    ),
  )

  it('has examples', () => expect(lines.length).toBeGreaterThan(30))

  it.each(lines.map((words) => [words.join(' '), words] as const))('carebench %s is understood', async (_, words) => {
    expect(await parse(words)).toBe('')
  })
})

describe('the words of a script', () => {
  it.each([
    ['carebench run a "b c" --x=\'d\' # e', [['run', 'a', 'b c', '--x=d']]],
    ['carebench run a \\\n  --b', [['run', 'a', '--b']]],
    ['cd carebench && npx -y pnpm@12.21.0 carebench serve &', [['serve']]],
    ['KEY=$(npx carebench keys create CI)     # prints', [['keys', 'create', 'CI']]],
    ['eval "$(npx carebench organizations create \'A B\')"', [['organizations', 'create', 'A B']]],
    ['A=b carebench run p --model openai/<model> | cat', [['run', 'p', '--model', 'openai/<model>']]],
    [
      'carebench export inspect|otlp DIR',
      [
        ['export', 'inspect', 'DIR'],
        ['export', 'otlp', 'DIR'],
      ],
    ],
    ['npm install carebench pg', []],
    ['carebench audit x || echo y', [['audit', 'x']]],
  ])('%s', (script, words) => {
    expect(commandLinesIn(script)).toEqual(words)
  })
})

it('blocks are found with their lines, and one that is not closed is reported', () => {
  expect(blocksIn('p.md', 'a\n  ```sh walk\n  b\n    c\n  ```\n```\n\n```\n')).toEqual([
    { page: 'p.md', line: 2, language: 'sh', code: 'b\n  c\n' },
    { page: 'p.md', line: 6, language: '', code: '\n' },
  ])
  expect(() => blocksIn('p.md', '```ts\n')).toThrow('p.md:1')
})

/** Parses a command line without running it. Returns the error message, empty if there is none. */
async function parse(words: readonly string[]): Promise<string> {
  let said = ''
  const terminal = { ...silent(), err: (text: string) => (said += text) }
  const program = createProgram(terminal)
  for (const command of workingCommands(program)) command.action(() => undefined)
  const code = await runProgram(program, words.map(withoutPlaceholders), terminal)
  return code === 0 ? '' : `${code}: ${said}`
}

/** Removes the remarks in help texts, which follow a line after two spaces. */
function withoutRemark(line: string): string {
  return line.replaceAll(/(?<=\S) {2,}\S.*$/gm, '')
}

function silent() {
  return { out: () => {}, err: () => {}, isTTY: false, errColumns: undefined, environment: {}, now: () => 0 }
}

/** Lists the commands that can be run. `run` has subcommands, and can be run itself. */
function workingCommands(command: Command): Command[] {
  const isWorking = command.commands.length === 0 || command.registeredArguments.length > 0
  return [...(isWorking ? [command] : []), ...command.commands.flatMap(workingCommands)]
}

function readHelp(command: Command): string {
  let text = ''
  command.configureOutput({ writeOut: (part) => (text += part) }).outputHelp()
  return text
}

/** Removes the brackets of placeholders such as `<model>`, which a shell would take for a redirection. */
function withoutPlaceholders(text: string): string {
  return text.replaceAll(/<([a-z-]+)>/g, '$1')
}

interface Shape {
  readonly [member: string]: unknown
}

/** Returns minimal benchmarks that contain a value of a page; none if it is not part of a benchmark. */
function definitionsWith(value: unknown): Shape[] {
  const list = (Array.isArray(value) ? value : [value]).filter(isShape)
  return list.flatMap((part) => {
    if ('environment' in part && 'tasks' in part) return [part]
    if ('criteria' in part && 'task_item' in part) return [definition({ task: part })]
    if ('label' in part && 'assertion' in part) return [definition({ task: { name: 'x', criteria: [part] } })]
    if ('assert' in part) return [definition({ task: { name: 'x', criteria: [{ label: 'x', assertion: part }] } })]
    if ('calls' in part && 'fails' in part) return [definition({ task: taskCountedBy(part) })]
    if ('calls' in part && 'name' in part) return [definition({ task: { ...task, solutions: [part] } })]
    if (typeof part.type === 'string' && 'config' in part) return [definition({ simulators: [part] })]
    if (/^(receive|queue)_/.test(String(part.type)))
      return [definition({ task: { ...task, scenario: { steps: [part] } } })]
    return []
  })
}

/** Replaces the file of a dataset, which `carebench` reads, by an empty configuration. */
function withoutFiles(_: string, value: unknown): unknown {
  if (!isShape(value) || typeof value.file !== 'string' || typeof value.type !== 'string') return value
  const { file: _file, ...others } = value
  return { ...others, config: {} }
}

const task = {
  name: 'x',
  criteria: [{ label: 'x', assertion: { assert: 'output-match', fields: [{ path: 'x', expected: 'x' }] } }],
}

/** Returns a task with the solution and the criteria that a counterexample names. */
function taskCountedBy(counter: Shape): Shape {
  const [criterion] = task.criteria
  const labels = Array.isArray(counter.fails) ? counter.fails : []
  const solutions = counter.after === undefined ? [] : [{ name: counter.after, calls: [] }]
  return { ...task, criteria: labels.map((label) => ({ ...criterion, label })), solutions, counters: [counter] }
}

const everySystem = defaultSystems.map(({ type }) => ({ type, name: type, config: {} }))

function definition({
  task: own = task,
  simulators = everySystem,
}: {
  readonly task?: Shape
  readonly simulators?: readonly Shape[]
}) {
  return { name: 'x', environment: { name: 'x', simulators, datasets: [] }, tasks: [own] }
}

function findings(value: Shape) {
  return validatorFor('benchmarkDefinition')(value) ?? findDefinitionErrors(value as unknown as BenchmarkDefinition)
}

function isShape(value: unknown): value is Shape {
  return typeof value === 'object' && value !== null
}
