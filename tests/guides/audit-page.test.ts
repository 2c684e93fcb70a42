import { readFileSync } from 'node:fs'
import { audit } from '@carebench/systems/verifier'
import { expect, it, vi } from 'vitest'
import { auditErrors, auditWarnings } from '../../packages/verifier/src/audit/audit-report.js'

const page = readFileSync(new URL('../../docs/guides/audit.md', import.meta.url), 'utf8')
const readme = readFileSync(new URL('../../packages/verifier/README.md', import.meta.url), 'utf8')

function codesUnder(heading: string): readonly string[] {
  const section = page.split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? ''
  return [...section.matchAll(/^### `([a-z-]+)`$/gm)].map(([, code]) => code ?? '')
}

it('explains exactly the codes of the audit, errors and warnings separately', () => {
  expect(codesUnder('Errors')).toEqual([...auditErrors])
  expect(codesUnder('Warnings')).toEqual([...auditWarnings])
})

it('prints the output shown in the README of the verifier', () => {
  const console = { log: vi.fn() }
  // <example>
  const seeded = { member_id: 'M-77002', code: '20610', day: '2026-03-09' }
  const initial = { portal: { requests: [seeded] } }
  const solved = { portal: { requests: [seeded, { member_id: 'M-77001', code: '72148', day: '2026-03-17' }] } }
  const report = audit({
    criteria: [
      {
        label: 'The procedure is requested for the member',
        assertion: {
          assert: 'portal-state-match',
          correlate_by: { resource: 'requests', key: 'member_id', value: 'M-77001' },
          assertions: [{ path: 'code', expected: '72148' }],
        },
      },
    ],
    states: { initial, solutions: [{ name: 'one request', state: solved }] },
  })
  console.log(report.ok, report.null_floor)
  const [solution] = report.solutions
  console.log(solution?.noticed, 'of', solution?.mutants, 'mutants noticed; not:')
  for (const { mutant } of solution?.survivors ?? []) console.log(mutant)
  // </example>
  const printed = console.log.mock.calls.map((values) => values.join(' ')).join('\n')
  expect(readme).toContain(`\`\`\`text\n${printed}\n\`\`\``)
})

it('shows the example above', () => {
  const source = readFileSync(new URL('./audit-page.test.ts', import.meta.url), 'utf8')
  const shown = source.split('// <example>\n')[1]?.split('  // </example>')[0]?.replaceAll(/^ {2}/gm, '')
  expect(shown).toBeTruthy()
  expect(readme).toContain(`import { audit } from '@carebench/systems/verifier'\n\n${shown}\`\`\``)
})
