import { execFileSync, spawn } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { isJsonObject, type JsonValue } from '@carebench/protocol'
import fc from 'fast-check'
import { afterAll, expect, inject, it } from 'vitest'
import { takeRequests } from '../runner/runs/run-requests.js'
import { makeTrialRecord } from '../testing/make-records.js'
import { makeRunFolder } from '../testing/make-run-folder.js'
import { runInProcess } from '../testing/run-in-process.js'

// A results folder may come from a stranger: whatever its files contain, a command reads it or says what is wrong, and
// never ends with an unexpected error.

const parent = mkdtempSync(join(tmpdir(), 'carebench-foreign-'))
afterAll(() => rmSync(parent, { recursive: true, force: true }))

const keyFile = join(parent, 'key.pem')
writeFileSync(keyFile, generateKeyPairSync('ed25519').publicKey.export({ type: 'spki', format: 'pem' }))
const trial = 'trials/mine/a-559aea/t01'
const files = [
  'run.json',
  'lock.json',
  'index.jsonl',
  `${trial}/result.json`,
  `${trial}/attempt-1/result.json`,
  `${trial}/attempt-1/trajectory.json`,
  `${trial}/attempt-1/record.json.gz`,
  `${trial}/attempt-1/calls.jsonl`,
] as const
const commands: readonly ((folder: string) => readonly string[])[] = [
  (folder) => ['report', folder],
  (folder) => ['report', folder, '--json', '--html', join(folder, 'report.html')],
  (folder) => ['compare', folder, folder],
  (folder) => ['export', 'inspect', folder, '--agent', 'mine'],
  (folder) => ['export', 'otlp', folder, '--content'],
  (folder) => ['regrade', folder],
  () => ['run', 'ls', parent],
  (folder) => ['run', 'show', folder],
  (folder) => ['run', 'watch', folder],
  (folder) => ['run', '--resume', folder, '--agent', 'good', '--dry-run'],
  (folder) => ['leaderboard', 'add', join(folder, 'board.json'), folder, '--key', keyFile],
]

function makeFolder(): string {
  const made = makeRunFolder({
    agents: { mine: { A: 'p' } },
    records: (name, id, passed) => makeTrialRecord(name, id, passed),
    usd: 0.5,
  })
  const folder = join(parent, 'run')
  rmSync(folder, { recursive: true, force: true })
  cpSync(made, folder, { recursive: true })
  const step = { step_id: 1, source: 'user', message: 'x', metrics: null, observation: null }
  const trajectory = { schema_version: 'ATIF-v1.7', agent: { name: 'a', version: '1' }, steps: [step] }
  writeFileSync(join(folder, files[5]), JSON.stringify(trajectory))
  writeFileSync(
    join(folder, files[7]),
    `${JSON.stringify({ method: 'GET', path: 'x', status: 200, at: 'x', ms: 5 })}\n`,
  )
  const plan = JSON.parse(readFileSync(join(folder, 'run.json'), 'utf8'))
  const config = { source: 'prior-auth', agent: ['good'], trials: 1, timeout: 5 }
  writeFileSync(join(folder, 'run.json'), JSON.stringify({ ...plan, config }))
  return folder
}

function deep(levels: number): JsonValue {
  let value: JsonValue = 1
  for (let level = 0; level < levels; level++) value = level % 2 === 0 ? [value] : { a: value }
  return value
}

/** By name: fast-check prints no value of this depth. */
const hostile: Readonly<Record<string, JsonValue | undefined>> = {
  absent: undefined,
  null: null,
  negative: -1,
  zero: 0,
  half: 0.5,
  billion: 1e9,
  unsafe: 2 ** 53,
  huge: 1e308,
  text: 'not a number',
  empty: '',
  proto: '__proto__',
  flag: true,
  list: [],
  object: {},
  names: Array.from({ length: 3000 }, (_, index) => `n${index}`),
  same: Array.from({ length: 3000 }, () => 'A'),
  deep: deep(150),
  deepest: deep(1500),
  keys: JSON.parse('{"__proto__": {"told": 1}, "constructor": 1, "toString": 7}'),
}

/** Replaces a member of a JSON value, chosen by numbers. */
function replaceMember(value: JsonValue, choices: readonly number[], by: JsonValue | undefined): JsonValue | undefined {
  const [choice = 0, ...rest] = choices
  const keys = isJsonObject(value) || Array.isArray(value) ? Object.keys(value) : []
  const key = keys[choice % Math.max(1, keys.length)]
  if (key === undefined || choices.length === 0) return by
  const inner = (value as Record<string, JsonValue>)[key] as JsonValue
  const replaced = replaceMember(inner, rest, by)
  if (Array.isArray(value)) return value.with(Number(key), replaced ?? null)
  const { [key]: _, ...others } = value as Record<string, JsonValue>
  return replaced === undefined ? others : { ...others, [key]: replaced }
}

function change(file: string, edit: (value: JsonValue) => JsonValue | undefined): void {
  const isPacked = file.endsWith('.gz')
  const bytes = readFileSync(file)
  const text = JSON.stringify(edit(JSON.parse((isPacked ? gunzipSync(bytes) : bytes).toString()))) ?? ''
  writeFileSync(file, isPacked ? gzipSync(text) : file.endsWith('l') ? `${text}\n` : text)
}

async function expectAnswer(argv: readonly string[]): Promise<void> {
  const { code, out, err } = await runInProcess(argv)
  // 3: the run's agents cannot work; 1: a record does not prove or contain what it claims.
  expect([code, [0, 1, 2, 3].includes(code) ? '' : err]).toEqual([code, ''])
  expect(out).not.toMatch(/NaN|Infinity|undefined/)
  if (code === 2) expect(err).toMatch(/^carebench: \S/m)
}

it('a folder is read, or its problem is reported, for any value of a member', async () => {
  const depth = fc.array(fc.nat(20), { maxLength: 4 })
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...files),
      depth,
      fc.constantFrom(...Object.keys(hostile)),
      fc.constantFrom(...commands),
      async (file, path, value, command) => {
        const folder = makeFolder()
        change(join(folder, file), (content) => replaceMember(content, path, hostile[value]))
        await expectAnswer(command(folder))
      },
    ),
    { numRuns: 6 * inject('scale') },
  )
})

it.each([
  ['run.json', '/trials', (value: object) => ({ ...value, trials: 1_000_000_000 }), 'got 1000000000'],
  ['run.json', '/trials', (value: object) => ({ ...value, trials: -1 }), 'got -1'],
  [
    'run.json',
    '/',
    (value: object) => ({ ...value, trials: 1000, tasks: Array.from({ length: 1001 }, (_, i) => `${i}`) }),
    'at most 100000 trials',
  ],
  ['run.json', '/config/timeout', (value: object) => ({ ...value, config: { timeout: 1e308 } }), 'got 1e+308'],
  ['lock.json', '/seed', (value: object) => ({ ...value, seed: 2 ** 53 }), 'got 9007199254740992'],
  [`${trial}/result.json`, '/attempt', (value: object) => ({ ...value, attempt: 0.5 }), 'got 0.5'],
])('a folder is refused with its file %s and the member %s', async (name, path, edit, got) => {
  const folder = makeFolder()
  change(join(folder, name), (value) => edit(value as object) as JsonValue)
  for (const argv of [
    ['export', 'inspect', folder],
    ['run', 'show', folder],
  ]) {
    const { code, err } = await runInProcess(argv)
    expect([code, err]).toEqual([2, expect.stringContaining(`${name} has ${path}, `)])
    expect(err).toContain(got)
  }
})

it.each(['junit', 'summary', 'folder', 'queue'])('a folder cannot make --resume write a file: %s', async (option) => {
  const folder = makeFolder()
  const config = { source: 'prior-auth', agent: ['good'], [option]: join(parent, 'precious.txt') }
  change(join(folder, 'run.json'), (value) => ({ ...(value as object), config }))
  const { code, err } = await runInProcess(['run', '--resume', folder, '--dry-run'])
  expect([code, err]).toEqual([2, expect.stringContaining(`run.json has /config/${option}, which carebench run never`)])
})

it('--resume does not start the programs in the run of another user unless the command names them again', async () => {
  const folder = makeFolder()
  const environment = { XDG_STATE_HOME: mkdtempSync(join(parent, 'state-')) }
  const begin = ['run', 'prior-auth', '--agent', 'idle', '--limit', '1', '--folder', folder, '--no-pages']
  rmSync(folder, { recursive: true })
  expect((await runInProcess(begin, { environment })).code).toBe(0)
  const resume = async (more: readonly string[], mine: NodeJS.ProcessEnv) =>
    runInProcess(['run', '--resume', folder, '--dry-run', ...more], { environment: mine })
  const moved = `${folder}-moved`
  cpSync(folder, moved, { recursive: true })
  expect((await runInProcess(['run', '--resume', moved, '--dry-run'], { environment })).code).toBe(0)
  expect((await resume([], environment)).code).toBe(0)
  expect((await resume(['--agent', 'idle'], {})).code).toBe(0)
  const refused = [2, expect.stringContaining('name them again: --agent')]
  for (const other of [{}, { XDG_STATE_HOME: mkdtempSync(join(parent, 'state-')) }]) {
    const { code, err } = await resume([], other)
    expect([code, err]).toEqual(refused)
  }
  for (const [option, value] of [
    ['url', 'https://carebench.example.org'],
    ['set', [{ model: null, path: ['base_url'], value: 'http://127.0.0.1:9/v1', written: 'http://127.0.0.1:9/v1' }]],
    ['system', '/home/somebody/.ssh/id_ed25519'],
    ['prices', '/home/somebody/prices.yaml'],
    ['trustAgentExit', true],
  ] as const) {
    change(join(moved, 'run.json'), (plan) => ({
      ...(plan as object),
      config: { source: 'prior-auth', [option]: value },
    }))
    const { code, err } = await runInProcess(['run', '--resume', moved, '--dry-run', '--agent', 'idle'], {
      environment,
    })
    const flag = option.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
    expect([code, err]).toEqual([2, expect.stringContaining(`name them again: --${flag}`)])
  }
})

it('run cancel sends no signal to the process that a folder names', async () => {
  const folder = makeFolder()
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'])
  try {
    writeFileSync(join(folder, 'pid'), `${child.pid}\n`)
    expect((await runInProcess(['run', 'cancel', folder, '--now'])).code).toBe(0)
    expect([child.exitCode, child.signalCode]).toEqual([null, null])
    expect(takeRequests(folder)).toEqual([{ kind: 'stop', pid: child.pid, now: true }])
  } finally {
    child.kill('SIGKILL')
  }
})

it.each([
  ['run.json', Buffer.from('['.repeat(200_000)), 'must be JSON'],
  [
    'run.json',
    Buffer.from(`{"a":${'['.repeat(5000)}${']'.repeat(5000)}}`),
    'must not be nested deeper than 100 levels',
  ],
  ['run.json', Buffer.alloc(9 * 1024 * 1024, ' '), 'cannot be read: it has 9437184 bytes, more than 8388608'],
  ['index.jsonl', Buffer.alloc(1_100_000, '\n'), 'has more than 1000000 lines'],
  [files[5], Buffer.from(`{"steps":[${'[],'.repeat(5_000_000)}[]]}`), 'has more than 10000000 JSON values'],
])('a folder is refused if its file %s is too large or too deep', async (name, content, message) => {
  const folder = makeFolder()
  writeFileSync(join(folder, name), content)
  const argv = name === 'index.jsonl' ? ['report', folder] : ['export', 'inspect', folder]
  const { code, err } = await runInProcess(argv)
  expect([code, err]).toEqual([2, expect.stringContaining(`${name} ${message}`)])
})

it.each([
  [files[6], (folder: string) => ['regrade', join(folder, files[6])]],
  ['base.json', (folder: string) => ['replay', join(folder, files[6]), '--base', join(folder, 'base.json')]],
  ['base.yaml', (folder: string) => ['validate', join(folder, 'base.yaml')]],
  ['carebench.run.yaml', (folder: string) => ['run', join(folder, 'carebench.run.yaml')]],
])('a command rejects %s without waiting if it is a pipe', async (name, argvFor) => {
  const folder = makeFolder()
  rmSync(join(folder, name), { force: true })
  execFileSync('mkfifo', [join(folder, name)])
  const { code, err } = await runInProcess(argvFor(folder))
  expect([code, err]).toEqual([2, expect.stringContaining('must be a regular file, not a pipe')])
})

it('every command rejects a folder of another version, and names both versions', async () => {
  const folder = makeFolder()
  const file = join(folder, 'run.json')
  writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')), version: 99 }))
  const again = (name: string) => ['run', 'prior-auth', '--agent', 'idle', '--limit', '1', '--folder', name]
  for (const command of [...commands, (name: string) => ['run', 'cancel', name], again]) {
    const { code, err } = await runInProcess([...command(folder)])
    expect([code, err]).toEqual([
      2,
      expect.stringContaining('run.json has version 99, but this carebench knows version 1'),
    ])
  }
})
