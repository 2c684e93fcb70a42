import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { makeApiReport } from './api-report.js'

/** Writes files into a new folder, and returns the report of its `index.d.ts`. */
function makeReport(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'carebench-api-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, `${name}.d.ts`), text)
  return makeApiReport(join(folder, 'index.d.ts'))
}

const index = "export { send } from './send.js'\nexport type { Letter as Mail } from './letter.js'\n"
const send =
  "import type { Letter } from './letter.js'\n/** Sends. */\nexport declare function send(letter: Letter): " +
  'Weight\ntype Weight = number\n'
const letter =
  'export interface Letter {\n    // How much.\n    readonly weight: number\n}\nexport interface Unused {}\n'

it('shows the exported declarations and those that they use, without comments', () => {
  expect(makeReport({ index, send, letter })).toBe(`export {
  Letter as Mail,
  send,
}
interface Letter {
    readonly weight: number
}
type Weight = number
function send(letter: Letter): Weight
`)
})

it('shows what comes from other packages', () => {
  expect(
    makeReport({
      index:
        "import { Static } from 'typebox'\nexport { verify } from 'engine'\nexport declare const one: Static<'a'>\n",
    }),
  ).toBe(
    "import { Static } from 'typebox'\nimport { verify } from 'engine'\nexport {\n  one,\n  verify,\n}\nconst one: " +
      "Static<'a'>\n",
  )
})

it.each([
  [
    'a declaration in another file',
    {
      index,
      send: send.replace('type Weight = number\n', "import type { Weight } from './weight.js'\n"),
      weight: 'export type Weight = number\n',
      letter,
    },
  ],
  ['a comment', { index, send: send.replace('Sends', 'Sends it'), letter }],
  ['what nothing uses', { index, send, letter: `${letter}export type Other = 1\n` }],
])('%s changes nothing', (_, files) => {
  expect(makeReport(files)).toBe(makeReport({ index, send, letter }))
})

it.each([
  ['a type that is used and not exported', { index, send: send.replace('= number', '= bigint'), letter }],
  ['a member', { index, send, letter: letter.replace('weight', 'weight?') }],
  [
    'that something is deprecated',
    { index, send, letter: letter.replace('// How much.', '/** @deprecated for size */') },
  ],
  ['an inline import', { index, send: send.replace('Letter)', "import('./letter.js').Unused)"), letter }],
  [
    'a namespace',
    { index, send: `import type * as all from './letter.js'\n${send.replace('Letter)', 'all.Letter)')}`, letter },
  ],
])('%s changes the report', (_, files) => {
  expect(makeReport(files)).not.toBe(makeReport({ index, send, letter }))
})

it('shortens the inferred type of a schema and still notices each change of it', () => {
  const schema = (last: string) => `export declare const schema: { ${'a: 1; '.repeat(1000)}${last} }\n`
  const [one, other] = ['b: 1', 'b: 2'].map((last) => makeReport({ index: schema(last) }))
  expect(one?.length).toBeLessThan(400)
  expect(one).not.toBe(other)
})

it.each([
  ["export * from './letter.js'\n", 'expected named exports'],
  ["export { missing } from './letter.js'\n", 'does not export missing'],
  ["export { Letter } from './nowhere.js'\n", 'run pnpm build'],
  ['export interface {', 'index.d.ts'],
])('%j is refused', (text, reason) => {
  expect(() => makeReport({ index: text, letter })).toThrow(reason)
})
