import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Command } from 'commander'
import { afterAll, expect, it } from 'vitest'
import { createProgram } from '../program.js'
import { harm, makeHostileTrials } from '../testing/hostile-trials.js'
import { makeEvidence, makeRunRecord, makeTaskRecord } from '../testing/make-records.js'
import { writeResults } from '../testing/make-results.js'
import { runInProcess } from '../testing/run-in-process.js'

const text = `${harm}\n\u001b[31mred\u001b]8;;http://x\u0007\r\ufdd3`
const folder = mkdtempSync(join(tmpdir(), 'carebench-printed-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function write(name: string, value: unknown): string {
  const file = join(folder, name)
  writeFileSync(file, JSON.stringify(value))
  return file
}

const run = join(folder, 'run')
writeResults(run, makeHostileTrials())
const criteria = [
  {
    id: text,
    label: text,
    axis: 'safety',
    assertion: { assert: 'output-match', fields: [{ path: 'status', expected: text }] },
  },
]
const evidence = makeEvidence('open')
const options = { name: text, id: text, criteria, evidence } as Parameters<typeof makeTaskRecord>[0]
const record = write('record.json', makeTaskRecord(options))
const changed = write('changed.json', { ...makeRunRecord([makeTaskRecord(options)]), [text]: text })
const asked = write('criteria.json', criteria)
const snapshot = write('evidence.json', evidence)
const refused = write('refused.json', { error: { code: text, message: text } })
const benchmark = write('benchmark.json', { name: text, tasks: [{ name: text, criteria }], [text]: text })
const leaderboard = write('leaderboard.json', { version: 1, [text]: text, entries: [{ agent: text }] })

const commands: readonly (readonly string[])[] = [
  ['regrade', record],
  ['regrade', changed],
  ['regrade', refused],
  ['regrade', run],
  ['regrade', record, '--criteria', benchmark],
  ['replay', record],
  ['replay', changed],
  ['verify', asked, snapshot],
  ['verify', benchmark, snapshot],
  ['report', record],
  ['report', changed],
  ['report', run],
  ['report', run, record],
  ['compare', run, run],
  ['run', 'ls', folder],
  ['run', 'show', run],
  ['run', 'watch', run],
  ['export', 'inspect', run, '--agent', 'fine'],
  ['export', 'otlp', run],
  ['leaderboard', 'show', leaderboard],
  ['validate', benchmark],
  ['audit', benchmark],
]
/** The control sequences that carebench itself prints. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the test searches for them
const ours = /\u001b\[(?:1|2|22|31|32|33|39|2K|\d+A|0J)m?|\r(?=\u001b\[)/g
const control = /[^\P{Cc}\n]|\p{Cf}|\p{Zl}|\p{Zp}/u

it.each(commands)('prints no control characters from its input: %s %s', async (...argv) => {
  const written = argv.filter((argument) => argument !== undefined)
  for (const more of [[], ['--json']]) {
    const plain = await runInProcess([...written, ...more], { environment: {} })
    expect(plain.out + plain.err).not.toMatch(control)
    expect(plain.out + plain.err).not.toBe('')
    expect([0, 1, 2]).toContain(plain.code)
    if (more.length > 0 && plain.out !== '' && argv[1] !== 'watch') expect(() => JSON.parse(plain.out)).not.toThrow()
  }
  const colored = await runInProcess(written, { isTTY: true, errColumns: 80, environment: {} })
  expect((colored.out + colored.err).replaceAll(ours, '')).not.toMatch(control)
  expect(colored.out).not.toContain('\u001b[31mred')
})

it('prints no control characters from arguments, for any command', async () => {
  const nested = (command: Command, before: readonly string[]): readonly (readonly string[])[] => [
    before,
    ...command.commands.flatMap((inner) => nested(inner, [...before, inner.name()])),
  ]
  const silent = {
    out: () => undefined,
    err: () => undefined,
    isTTY: false,
    errColumns: undefined,
    environment: {},
    now: () => 0,
  }
  const names = nested(createProgram(silent), []).slice(1)
  expect(names.length).toBeGreaterThan(20)
  for (const name of names) {
    const { code, err } = await runInProcess([...name, `--${text}`])
    expect([code, err]).toEqual([2, expect.not.stringMatching(control)])
    expect(err).toContain('red')
  }
})
