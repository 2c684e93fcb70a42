import type { FileRecord } from '@carebench/protocol'
import { describe, expect, it } from 'vitest'
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

it.each([['status\n'], [''], ['\0\u0001'], ['status']])('satisfies no field without a row: %j', (content) => {
  for (const expected of [{ $not: 'denied' }, { $exists: false }]) {
    for (const more of [{}, { match: 'all' as const }, { count: 1 }]) {
      const found = run({ fields: [{ path: 'status', expected }], ...more }, [file('outbox/a.csv', content)])
      expect(found).toMatchObject({ passed: false, score: 0 })
    }
  }
})

it('reads JSON with a byte order mark', () => {
  const json = file('outbox/a.json', '\ufeff{"status":"approved"}')
  expect(run({ fields: [{ path: 'status', expected: 'approved' }] }, [json])).toMatchObject({ passed: true })
})

it('does not count an initial file that is written again as it was', () => {
  const seeded = { ...file('outbox/a.csv', 'status\nok\n'), seeded: true }
  const again = { ...seeded, seeded: false }
  const fields = [{ path: 'status', expected: 'ok' }]
  expect(run({ fields }, [again], [seeded])).toMatchObject({ passed: false, score: 0 })
  expect(run({ fields, include_seeded: true }, [again], [seeded])).toMatchObject({ passed: true })
  const changed = { ...again, content: 'status\nok\nok\n' }
  expect(run({ fields }, [changed], [seeded])).toMatchObject({ passed: true })
})

it('matches the whole text, including that of bytes', () => {
  const bytes: FileRecord = { path: 'outbox/a.csv', content_base64: 'w6ksYg==', seeded: false }
  expect(run({ text: 'é,b' }, [bytes])).toMatchObject({ passed: true })
  expect(run({ text: { $contains: 'b' }, fields: [{ path: 'x', expected: 1 }] }, [bytes])).toMatchObject({ score: 0.5 })
  const broken: FileRecord = { path: 'outbox/a.csv', content_base64: '!', seeded: false }
  expect(run({ text: { $exists: false } }, [broken])).toMatchObject({ passed: true })
})

it('shortens long texts in large evidence', () => {
  const matched = (length: number) => run({ text: { $contains: 'x' } }, [file('outbox/a.csv', 'x'.repeat(length))])
  const actual = (length: number) => matched(length)?.evidence?.field_results
  expect(actual(60_000)).toMatchObject([{ actual: 'x'.repeat(60_000) }])
  expect(actual(70_000)).toMatchObject([{ passed: true, actual: expect.stringMatching(/^x{700}…x{299}$/) }])
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

describe('a header that repeats a name', () => {
  const fields = [
    { path: 'account', expected: 'A-1' },
    { path: 'status', expected: 'denied' },
  ]
  const csv = (text: string) => [file('outbox/a.csv', text)]
  const contradicting = csv('account,status,status\nA-1,paid,denied\n')

  it('gives a contradicting row two readings, which contradict each other [kinds.sftp-rows]', () => {
    for (const files of [contradicting, csv('account,status, status \nA-1,denied,paid\n')]) {
      expect(run({ fields, exclusive: { by: ['account'] } }, files)).toMatchObject({ outcome: 'failed', score: 0 })
      expect(run({ fields, match: 'all' }, files)).toMatchObject({ outcome: 'failed' })
      for (const { path, expected } of [{ path: 'status', expected: 'paid' }, ...fields]) {
        expect(run({ fields: [{ path, expected }], count: 0 }, files)).toMatchObject({ outcome: 'failed' })
      }
    }
    expect(run({ fields, exclusive: { by: ['account'] } }, contradicting)?.details).toContain(
      'outbox/a.csv row 1 contradicts outbox/a.csv row 1 (reading 2, as the header repeats a name)',
    )
  })

  it('does not change a row that repeats a name with the same value', () => {
    const files = csv('account,status,status,,\nA-1,denied,denied,1,2\n')
    expect(run({ fields, exclusive: { by: ['account'] }, count: 1 }, files)).toMatchObject({ passed: true })
  })

  it('is no header if it repeats one more than 8 times', () => {
    const statusTimes = (times: number) => csv(`account${',status'.repeat(times)}\nA-1${',denied'.repeat(times)}\n`)
    expect(run({ fields }, statusTimes(8))).toMatchObject({ passed: true })
    expect(run({ fields }, statusTimes(9))).toMatchObject({ outcome: 'failed', score: 0 })
  })
})

describe('a copy of a file', () => {
  const fields = [
    { path: 'account', expected: 'A-1' },
    { path: 'owner', expected: 'Roe' },
    { path: 'status', expected: 'denied' },
  ]
  const list = file('inbox/list.csv', 'account,owner,status\nA-1,Roe,open\nB-2,Doe,open\n', true)
  const left = (text: string) => run({ fields }, [list, file('outbox/a.csv', text)], [list])

  it('earns nothing if it is renamed or edited in other places [checks.credit-for-change]', () => {
    expect(left(list.content ?? '')).toMatchObject({ score: 0, evidence: { before: 2 } })
    expect(left('owner,account,note\nRoe,A-1,seen\n')).toMatchObject({ score: 0, evidence: { before: 2 } })
    const record = file('inbox/a.json', '{"account": "A-1", "owner": "Roe", "status": "open"}', true)
    expect(run({ fields }, [file('outbox/a.json', record.content ?? '')], [record])).toMatchObject({ score: 0 })
  })

  it('earns the checks that it passes beyond the original, and all if the edit was requested', () => {
    expect(left('account,owner,status\nA-1,Roe,denied\n')).toMatchObject({ passed: true })
    expect(run({ text: { $contains: 'Roe' } }, [file('outbox/a.csv', list.content ?? '')], [list])).toMatchObject({
      passed: true,
    })
    const half = [...fields, { path: 'amount', expected: '5' }]
    const files = [list, file('outbox/a.csv', 'account,owner,status\nA-1,Roe,denied\n')]
    expect(run({ fields: half }, files, [list])).toMatchObject({ score: 0.5, evidence: { before: 2 } })
  })
})
