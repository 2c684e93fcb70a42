import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { workspaceRoot } from './workspace-sources.js'

// Nightly: the tests that start the command line use the launcher in CI. The tests here break its cache in every way.

const main = 'packages/carebench/src/main.ts'
const greeting = 'packages/carebench/src/greeting.ts'

let root: string

beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'carebench-launcher-')))
  cpSync(join(workspaceRoot, 'tools/launcher'), join(root, 'tools/launcher'), { recursive: true })
  mkdirSync(join(root, 'node_modules'))
  symlinkSync(join(workspaceRoot, 'node_modules/esbuild'), join(root, 'node_modules/esbuild'))
  write('tsconfig.base.json', '{}')
  write('package.json', '{ "packageManager": "pnpm@12.21.0" }')
  write('packages/carebench/package.json', '{ "type": "module", "imports": { "#name": "./src/ann.ts" } }')
  write('packages/carebench/src/ann.ts', `export const name: string = 'Ann'`)
  write('packages/carebench/src/bob.ts', `export const name: string = 'Bob'`)
  write('packages/carebench/src/marks.json', '{ "end": "!" }')
  write(greeting, `export const greet = (name: string): string => 'Hello, ' + name`)
  write(
    main,
    `import { name } from '#name'
import { greet } from './greeting.js'
import marks from './marks.json' with { type: 'json' }
console.log(greet(name) + marks.end, ...process.argv.slice(2))`,
  )
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

function write(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), text)
}

/** Starts the command line of the small checkout from another folder. */
async function run(...args: string[]) {
  const child = spawn(process.execPath, [join(root, 'tools/launcher/carebench.mjs'), ...args], { cwd: tmpdir() })
  const printed = { out: '', err: '' }
  child.stdout.on('data', (data) => (printed.out += data))
  child.stderr.on('data', (data) => (printed.err += data))
  const code = await new Promise((resolve) => child.on('close', resolve))
  return { code, ...printed }
}

function bundles() {
  return readdirSync(join(root, 'node_modules/.cache/carebench'))
}

function findFolder(bundle: string) {
  return join(root, 'node_modules/.cache/carebench', bundle)
}

it('runs the sources with the given arguments, and builds them once', async () => {
  expect(await run('one', '--two')).toEqual({ code: 0, out: 'Hello, Ann! one --two\n', err: '' })
  const [first = ''] = bundles()
  const { ino } = statSync(findFolder(first))
  expect(await run()).toEqual({ code: 0, out: 'Hello, Ann!\n', err: '' })
  expect([bundles(), statSync(findFolder(first)).ino]).toEqual([[first], ino])
})

it.each([
  ['a source', greeting, `export const greet = (name: string): string => 'Bye, ' + name`, 'Bye, Ann!\n'],
  ['a JSON file', 'packages/carebench/src/marks.json', '{ "end": "?" }', 'Hello, Ann?\n'],
  [
    'a package.json',
    'packages/carebench/package.json',
    '{ "type": "module", "imports": { "#name": "./src/bob.ts" } }',
    'Hello, Bob!\n',
  ],
  [
    'a new file that an import finds first',
    'packages/carebench/src/greeting.js',
    'export const greet = () => "New"',
    'New!\n',
  ],
])('detects a change of %s', async (_, path, text, out) => {
  await run()
  write(path, text)
  expect(await run()).toEqual({ code: 0, out, err: '' })
})

it('detects a change that leaves size and time of a file the same', async () => {
  const at = new Date('2026-01-05T09:00:00Z')
  utimesSync(join(root, greeting), at, at)
  await run()
  write(greeting, `export const greet = (name: string): string => 'Hallo, ' + name`)
  utimesSync(join(root, greeting), at, at)
  expect((await run()).out).toBe('Hallo, Ann!\n')
})

it('builds nothing for files that were only touched', async () => {
  await run()
  const before = bundles()
  utimesSync(join(root, greeting), new Date(), new Date())
  write('packages/carebench/src/notes.txt', 'no source')
  expect((await run()).out).toBe('Hello, Ann!\n')
  expect(bundles()).toEqual(before)
})

it('detects a removed file, reports the import that fails, and recovers', async () => {
  await run()
  rmSync(join(root, greeting))
  const missing = await run()
  expect([missing.code, missing.out]).toEqual([1, ''])
  expect(missing.err).toContain(`${main}:2:`)
  write(greeting, 'export const greet = (')
  const broken = await run()
  expect(broken.code).toBe(1)
  expect(broken.err).toContain(`${greeting}:1:`)
  expect(broken.err).not.toContain('make-bundle.mjs')
  write(greeting, `export const greet = () => 'Again'`)
  expect(await run()).toEqual({ code: 0, out: 'Again!\n', err: '' })
  expect(bundles().filter((name) => name.startsWith('building-'))).toEqual([])
})

it('detects a file replaced by a folder, and a folder by a file', async () => {
  const inner = 'packages/carebench/src/inner'
  write(`${inner}/greeting.ts`, `export const greet = () => 'Inner'`)
  write(main, `import { greet } from './inner/greeting.js'\nconsole.log(greet())`)
  expect((await run()).out).toBe('Inner\n')
  rmSync(join(root, inner), { recursive: true })
  write(inner, 'no folder')
  const missing = await run()
  expect([missing.code, missing.err]).toEqual([1, expect.stringContaining(`${main}:1:`)])
  expect(missing.err).not.toContain('.mjs')
  rmSync(join(root, inner))
  write(`${inner}/greeting.js`, `export const greet = () => 'New'`)
  expect((await run()).out).toBe('New\n')
  rmSync(join(root, `${inner}/greeting.js`))
  write(`${inner}/greeting.js/notes.txt`, 'no source')
  const folder = await run()
  expect([folder.code, folder.err]).toEqual([1, expect.stringContaining(`${main}:1:`)])
  expect(folder.err).not.toContain('.mjs')
})

it.each(['packages/carebench/src/package.json', 'tsconfig.base.json'])('says that %s cannot be read', async (path) => {
  await run()
  rmSync(join(root, path), { force: true })
  write(`${path}/notes.txt`, 'no file')
  const { code, err } = await run()
  expect([code, err]).toEqual([1, expect.stringContaining(path)])
  expect(err).toContain('EISDIR')
  expect(err).not.toContain('.mjs')
})

it('handles many concurrent starts', async () => {
  const ended = await Promise.all(Array.from({ length: 4 }, () => run()))
  expect(ended.map(({ code, out }) => [code, out])).toEqual(ended.map(() => [0, 'Hello, Ann!\n']))
  expect(bundles()).toHaveLength(1)
})

it('imports packages as Node does, whatever their form', async () => {
  write('node_modules/old/package.json', '{ "main": "main.js" }')
  write('node_modules/old/main.js', `exports.word = 'old, from ' + require('node:path').basename(__dirname)`)
  write('node_modules/new/package.json', '{ "type": "module", "exports": "./main.js" }')
  write('node_modules/new/main.js', `export const word = 'new'`)
  write(
    main,
    `import { word } from 'new'
import { word as first } from 'old'
console.log(word, first)
void import('old').then((old) => console.log(old.word))
void import('node:path').then(({ sep }) => console.log(sep.length))`,
  )
  const { out, err } = await run()
  expect([out.split('\n').sort(), err]).toEqual([['', '1', 'new old, from old', 'old, from old'], ''])
})

it('reuses a bundle only if its list of inputs is valid', async () => {
  await run()
  const [first = ''] = bundles()
  for (const inputs of ['{', '{}', 'null', JSON.stringify({ root, files: {}, folders: {} })]) {
    write(`node_modules/.cache/carebench/${first}/inputs.json`, inputs)
    write(greeting, `export const greet = () => ${JSON.stringify(inputs)}`)
    expect(await run()).toEqual({ code: 0, out: `${inputs}!\n`, err: '' })
  }
  write(greeting, `export const greet = (name: string): string => 'Hello, ' + name`)
  expect((await run()).out).toBe('Hello, Ann!\n')
})

it('repairs a bundle with missing or truncated files', async () => {
  await run()
  const [bundle = ''] = bundles()
  const path = (name: string) => join(findFolder(bundle), name)
  const complete = readFileSync(path('main.js'), 'utf8')
  for (const damage of [
    () => rmSync(path('main.js')),
    () => writeFileSync(path('main.js'), complete.slice(0, 10)),
    () => ['main.js', 'inputs.json'].forEach((name) => void rmSync(path(name))),
  ]) {
    damage()
    expect(await run()).toEqual({ code: 0, out: 'Hello, Ann!\n', err: '' })
    expect(bundles()).toEqual([bundle])
    expect(readFileSync(path('main.js'), 'utf8')).toBe(complete)
  }
})

it('runs nothing from a folder in which another process is still building', async () => {
  await run()
  const [bundle = ''] = bundles()
  renameSync(findFolder(bundle), findFolder('building-other'))
  expect((await run()).out).toBe('Hello, Ann!\n')
  expect(bundles()).toContain(bundle)
})

it('keeps the paths and line numbers of the sources', async () => {
  write(main, `console.log(import.meta.url)\n\nconst fail = (): never => {\n  throw new TypeError('told')\n}\nfail()`)
  const { code, out, err } = await run()
  expect([code, out]).toEqual([1, `${pathToFileURL(join(root, main))}\n`])
  expect(err).toContain(`${join(root, main)}:4:`)
})

it('supports every way in which a module reads its own address, and ignores lookalikes', async () => {
  const text = 'import.meta.url import.meta.dirname __dirname'
  write('packages/carebench/src/marks.json', JSON.stringify({ end: text }))
  write('packages/carebench/src/inner/place.ts', 'export const place: string = import.meta.dirname')
  write('node_modules/new/package.json', '{ "type": "module", "exports": "./main.js" }')
  write('node_modules/new/main.js', `export const { url } = import.meta\nexport const text = "${text}"`)
  write(
    main,
    `#!/usr/bin/env node
import { place } from './inner/place.js'
import marks from './marks.json' with { type: 'json' }
import { text, url } from 'new'
const { meta } = { meta: import.meta.filename }
console.log(JSON.stringify([meta, import.meta['url'], place, url, text, \`import.meta.url \${import.meta.dirname}\`, \
marks.end]))`,
  )
  const { out, err } = await run()
  expect([out === '' ? out : JSON.parse(out), err]).toEqual([
    [
      join(root, main),
      pathToFileURL(join(root, main)).href,
      join(root, 'packages/carebench/src/inner'),
      pathToFileURL(join(root, 'node_modules/new/main.js')).href,
      text,
      `import.meta.url ${dirname(join(root, main))}`,
      text,
    ],
    '',
  ])
})

it('removes bundles that no process runs any more', async () => {
  const running = await startWaiting()
  const [held = ''] = bundles()
  write(greeting, `export const greet = () => 'Second'`)
  await run()
  const [second = ''] = bundles().filter((name) => name !== held)
  for (const name of [held, second]) age(name)
  await runNew('Third')
  expect(bundles()).toHaveLength(2)
  expect(bundles()).toContain(held)
  await running.end()
  age(held)
  await runNew('Fourth')
  expect(bundles()).not.toContain(held)
})

it('keeps bundles of another host that shares the checkout for a day', async () => {
  await run()
  const [held = ''] = bundles()
  // No process on this host can have this id.
  const mark = join(findFolder(held), 'in-use/4194305@elsewhere')
  for (const [hours, expected] of [
    [23, [held]],
    [25, []],
  ] as const) {
    writeFileSync(mark, '')
    utimesSync(mark, hoursAgo(hours), hoursAgo(hours))
    age(held)
    await runNew(`After ${hours} hours`)
    expect(bundles().filter((name) => name === held)).toEqual(expected)
  }
})

function hoursAgo(hours: number) {
  return new Date(Date.now() - hours * 3_600_000)
}

/** Makes a bundle look as if it was last started an hour ago. */
function age(bundle: string) {
  return utimesSync(join(findFolder(bundle), 'in-use'), hoursAgo(1), hoursAgo(1))
}

/** Builds a bundle of changed sources, which removes old bundles. */
async function runNew(greeted: string): Promise<void> {
  write(greeting, `export const greet = () => '${greeted}'`)
  expect((await run()).out).toBe(`${greeted}!\n`)
}

/** Starts a command line that runs until it is stopped. */
async function startWaiting() {
  const sources = readFileSync(join(root, main), 'utf8')
  write(main, `process.stdin.on('data', () => process.exit())\nconsole.log('waiting')`)
  const child = spawn(process.execPath, [join(root, 'tools/launcher/carebench.mjs')], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  await once(child.stdout, 'data')
  write(main, sources)
  return {
    async end() {
      child.stdin.end('end')
      await once(child, 'close')
    },
  }
}

it('runs without a writable cache, and says so except in machine-readable output', async () => {
  write('node_modules/.cache', 'no folder')
  const { code, out, err } = await run()
  expect([code, out]).toEqual([0, 'Hello, Ann!\n'])
  expect(err).toContain('cannot be written')
  expect(await run('--json')).toEqual({ code: 0, out: 'Hello, Ann! --json\n', err: '' })
})

it('asks for an installation if esbuild is missing', async () => {
  rmSync(join(root, 'node_modules/esbuild'))
  const { code, err } = await run()
  expect([code, err.trim().split('\n').length]).toEqual([1, 1])
  expect(err).toContain('install')
})
