import type { FileRecord } from '@carebench/protocol'
import { expect, it } from 'vitest'
import { validateAssertion, verify } from '../verifier/verify.js'

function file(path: string, content: string, seeded = false): FileRecord {
  return { path, content, seeded }
}

function run(more: object, files: readonly FileRecord[], initial?: readonly FileRecord[]) {
  return verify({
    criteria: [{ label: 'x', assertion: { assert: 'sftp-file-present', path: 'outbox/**/*.{csv,json}', ...more } }],
    evidence: { files, ...(initial && { initial: { files: initial } }) },
  }).criterion_runs[0]
}

it('finds files that the agent wrote [kinds.sftp-file-present]', () => {
  expect(run({}, [file('outbox/2026/a.csv', 'x')])).toMatchObject({
    passed: true,
    evidence: { matched: { path: 'outbox/2026/a.csv' } },
  })
  expect(run({}, [file('/outbox/a.json', '{}')])).toMatchObject({ passed: true })
  const seeded = [file('outbox/a.csv', 'x', true), file('inbox/b.csv', 'x')]
  expect(run({}, seeded)).toMatchObject({
    score: 0,
    details:
      'There are no written files outbox/**/*.{csv,json}. There are 2 files: outbox/a.csv (seeded), inbox/b.csv.',
  })
  expect(run({ include_seeded: true }, seeded)).toMatchObject({ passed: true })
})

it('reads rows of CSV as strings [kinds.sftp-rows]', () => {
  const csv = file('outbox/a.csv', 'member_id,name,paid\r\nM-1,"Doe, Jane",10.50\r\nM-2,"Roe ""R""",7\r\n')
  const fields = [
    { path: 'member_id', expected: 'M-2' },
    { path: 'paid', expected: { $lt: 8 } },
    { path: 'name', expected: 'Roe "R"' },
  ]
  expect(run({ fields }, [csv])).toMatchObject({
    passed: true,
    evidence: { matched: { path: 'outbox/a.csv', row: 1 } },
  })
  expect(run({ fields: [{ path: 'paid', expected: 7 }] }, [csv])).toMatchObject({ score: 0 })
  expect(run({ fields: [{ path: 'paid', expected: { $gt: 0 } }], count: 2 }, [csv])).toMatchObject({ passed: true })
})

it('reads JSON with its types', () => {
  const json = file('outbox/a.json', '{"rows":[{"paid":10.5}]}')
  expect(run({ fields: [{ path: 'rows[*].paid', expected: { $gt: 10 } }] }, [json])).toMatchObject({ passed: true })
  expect(run({ fields: [{ path: 'rows.0.paid', expected: '10.5' }] }, [json])).toMatchObject({ score: 0 })
  expect(run({ fields: [{ path: 'rows', expected: 1 }] }, [file('outbox/a.json', '{oops')])).toMatchObject({
    score: 0,
    evidence: { field_results: [{ missing: true }] },
  })
})

it('matches the whole text, including that of bytes', () => {
  const bytes: FileRecord = { path: 'outbox/a.csv', content_base64: 'w6ksYg==', seeded: false }
  expect(run({ text: 'é,b' }, [bytes])).toMatchObject({ passed: true })
  expect(run({ text: { $contains: 'b' }, fields: [{ path: 'x', expected: 1 }] }, [bytes])).toMatchObject({ score: 0.5 })
  const broken: FileRecord = { path: 'outbox/a.csv', content_base64: '!', seeded: false }
  expect(run({ text: { $exists: false } }, [broken])).toMatchObject({ passed: true })
})

it('recognizes an initial file', () => {
  const fields = [
    { path: 'a', expected: '1' },
    { path: 'b', expected: '2' },
  ]
  const before = file('outbox/a.csv', 'a\n1')
  expect(run({ fields, include_seeded: true }, [before], [before])).toMatchObject({ evidence: { unchanged: true } })
  expect(run({ fields }, [file('outbox/a.csv', 'a,c\n1,3')], [before])).toMatchObject({
    score: 0,
    evidence: { before: 1 },
  })
})

it('rejects a glob with open braces', () => {
  for (const path of ['a{b', 'a}b']) {
    expect(validateAssertion({ assert: 'sftp-file-present', path })).toMatchObject({
      ok: false,
      errors: [{ path: '/path' }],
    })
  }
})

it.each([
  ['nests deeper than anything that can be answered with', `{"a":${'['.repeat(20_000)}${']'.repeat(20_000)}}`],
  ['has a number that no double carries', '{"a":1e999}'],
])('does not read JSON that %s', (_, text) => {
  const result = run({ fields: [{ path: 'a', expected: { $not: 1 } }] }, [file('outbox/a.json', text)])
  expect(result).toMatchObject({ evidence: { field_results: [{ actual: null, missing: true }] } })
  expect(JSON.parse(JSON.stringify(result))).toEqual(result)
})

it('reads JSON with the nesting depth that requests allow', () => {
  const text = `{"a":${'['.repeat(99)}${']'.repeat(99)}}`
  expect(run({ fields: [{ path: 'a', expected: { $size: 1 } }] }, [file('outbox/a.json', text)])).toMatchObject({
    passed: true,
  })
})

it('does not read an excessively long sequence of digits as a number', () => {
  const fields = [{ path: 'paid', expected: { $gt: 5 } }]
  const csvOf = (digits: number) => [file('outbox/a.csv', `paid,by\n${'9'.repeat(digits)},M-1\n`)]
  expect(run({ fields }, csvOf(1000))).toMatchObject({ passed: true })
  expect(run({ fields }, csvOf(1001))).toMatchObject({ score: 0 })
})
