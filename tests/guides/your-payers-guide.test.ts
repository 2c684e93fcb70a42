import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findPolicyFaults } from '@carebench/systems/policy'
import { afterAll, expect, it } from 'vitest'
import { createProgram, runProgram } from '../../packages/carebench/src/program.js'
import { workspaceRoot } from '../workspace-sources.js'

const folder = mkdtempSync(join(tmpdir(), 'carebench-guide-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const page = readFileSync(join(workspaceRoot, 'docs/guides/your-payers.md'), 'utf8')

function block(language: string): string {
  const [, code = ''] = new RegExp(`\`\`\`${language}\n([\\s\\S]*?)\`\`\``).exec(page) ?? []
  return code
}

/** Runs a command of the page, and finds its files in the temporary folder. */
async function run(line: string) {
  let out = ''
  const terminal = {
    out: (text: string) => {
      out += text
    },
    err: (text: string) => {
      out += text
    },
    isTTY: false,
    errColumns: undefined,
    environment: {},
    now: () => 0,
  }
  const words = [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '')
  const argv = words.map((word) => (/\.(?:json|yaml|csv)$/.test(word) ? join(folder, word) : word))
  return { code: await runProgram(createProgram(terminal), argv, terminal), out }
}

it('the table becomes a policy that decides the cases of the page', async () => {
  writeFileSync(join(folder, 'oxygen.csv'), block('text table'))
  writeFileSync(join(folder, 'oxygen.cases.yaml'), block('yaml'))
  const lines = [...page.matchAll(/^npx carebench (policy .*)$/gm)].map(([, line = '']) => line)
  const imported = lines.find((line) => line.startsWith('policy import')) ?? ''
  const made = await run(imported.replace(' > oxygen.json', ''))
  expect(made.code).toBe(0)
  writeFileSync(join(folder, 'oxygen.json'), made.out)
  expect((await run('policy validate oxygen.json')).code).toBe(0)
  const tried = lines.filter((line) => line.startsWith('policy try') && !line.includes('--patient'))
  expect(tried).toHaveLength(3)
  const outs = await Promise.all(
    tried.map((line) => run(`${line} --date 2026-01-20`.replace(/(--cases \S+) .*/, '$1'))),
  )
  expect(outs.map(({ code }) => code)).toEqual([0, 0, 0])
  expect(outs[0]?.out).toContain('Decision: approved')
  expect(outs[1]?.out).toContain('? pressure')
  expect(outs[2]?.out).toBe('ok hypoxemia: approved\nok another diagnosis: denied\nok no report: more information\n')
})

it('the policy of the page has no problems', () => {
  expect(findPolicyFaults(JSON.parse(block('json')))).toEqual([])
})
