import type { JsonObject, LogEntry } from '@carebench/protocol'
import {
  checkRecord,
  parseRecord,
  sealRecord,
  type TaskRunContent,
  type TaskRunRecord,
  verifierVersion,
} from '@carebench/verifier'
import { describe, expect, it } from 'vitest'
import { regrade } from './regrade.js'
import { verify } from './verify.js'

const criteria = [
  {
    id: 'crit_1',
    label: 'The request is approved',
    assertion: {
      assert: 'portal-state-match',
      correlate_by: { resource: 'requests', key: 'member_id', value: 'M-1' },
      assertions: [{ path: 'status', expected: 'approved' }],
    },
  },
  { label: 'A fax is sent', assertion: { assert: 'fax-sent', correlate_by: { text: { $contains: 'notes' } } } },
]
const evidence = {
  version: 1 as const,
  portal: { requests: [{ member_id: 'M-1', status: 'approved' }] },
  faxes: [],
  initial: { portal: { requests: [] }, faxes: [] },
}

function entry(seq: number): LogEntry {
  return {
    seq,
    at: '2026-01-05T09:00:00.000Z',
    actor: 'agent',
    action: { kind: 'seal' },
    effects: [],
    events: [],
    response: null,
    engine: '1',
  }
}

const content: TaskRunContent = {
  kind: 'task-run',
  version: 1,
  engine: { verifier: verifierVersion },
  criteria,
  options: {},
  evidence,
  result: verify({ criteria, evidence }),
  log: [1, 2, 3, 4].map(entry),
}

const record = sealRecord(content)

/** A record in an editor: it may have any shape. */
type Edited = ReturnType<typeof JSON.parse>

/** A copy of the record, changed as if by hand. */
function changed(change: (copy: Edited) => void, of: object = record): TaskRunRecord {
  const copy = JSON.parse(JSON.stringify(of))
  change(copy)
  return copy
}

function listPaths(value: unknown): readonly string[] {
  return checkRecord(value).changes.map(({ path }) => path)
}

describe('a seal', () => {
  it('has no other members, and distinguishes an empty log from a missing one', () => {
    const noted = changed((copy) => {
      copy.seal.checked_by = 'somebody'
    })
    expect(listPaths(noted)).toEqual(['/seal/checked_by'])
    const nothingLogged = sealRecord({ ...content, log: [] })
    expect(checkRecord(nothingLogged).ok).toBe(true)
    const logRemoved = changed((copy) => {
      delete copy.log
      delete copy.seal.log
    }, nothingLogged)
    expect(listPaths(logRemoved)).toEqual(['/seal'])
    const { log: _, ...unlogged } = content
    const logAdded = changed((copy) => {
      copy.log = []
      copy.seal.log = []
    }, sealRecord(unlogged))
    expect(listPaths(logAdded)).toEqual(['/seal'])
  })

  it('matches the record, also when read from a file, and is the same for equal content', () => {
    expect(checkRecord(record)).toEqual({ ok: true, changes: [] })
    expect(checkRecord(JSON.parse(JSON.stringify(record)))).toEqual({ ok: true, changes: [] })
    const { evidence: moved, ...rest } = content
    expect(sealRecord({ evidence: moved, ...rest }).seal).toEqual(record.seal)
    expect(record.seal.log).toHaveLength(4)
  })

  it.each<[string, (copy: Edited) => void, readonly string[]]>([
    [
      'a weight',
      (copy) => {
        copy.criteria[1].weight = 5
      },
      ['/criteria/1'],
    ],
    [
      'an expected value',
      (copy) => {
        copy.criteria[0].assertion.assertions[0].expected = 'x'
      },
      ['/criteria/0'],
    ],
    [
      'a row',
      (copy) => {
        copy.evidence.portal.requests[0].status = 'denied'
      },
      ['/evidence/portal'],
    ],
    [
      'what was before',
      (copy) => {
        copy.evidence.initial.faxes.push({})
      },
      ['/evidence/initial/faxes'],
    ],
    [
      'a score',
      (copy) => {
        copy.result.score = 1
      },
      ['/result/score'],
    ],
    [
      'a criterion run',
      (copy) => {
        copy.result.criterion_runs[1].passed = true
      },
      ['/result/criterion_runs/1'],
    ],
    [
      'a part added',
      (copy) => {
        copy.evidence.output = 1
      },
      ['/evidence/output'],
    ],
    [
      'a part removed',
      (copy) => {
        delete copy.evidence.faxes
      },
      ['/evidence/faxes'],
    ],
    [
      'a criterion removed',
      (copy) => {
        copy.criteria.pop()
      },
      ['/criteria/1'],
    ],
    [
      'criteria exchanged',
      (copy) => {
        copy.criteria.reverse()
      },
      ['/criteria/0', '/criteria/1'],
    ],
    [
      'an empty part added',
      (copy) => {
        copy.environment = { simulators: [], datasets: [] }
      },
      ['/environment', '/environment/datasets', '/environment/simulators'],
    ],
    [
      'an unknown member',
      (copy) => {
        copy.note = 'x'
      },
      ['/note'],
    ],
    [
      'one entry',
      (copy) => {
        copy.log[1].actor = 'scenario'
      },
      ['/log/1'],
    ],
    [
      'two entries',
      (copy) => {
        copy.log[0].at = 'x'
        copy.log[3].at = 'x'
      },
      ['/log/0', '/log/3'],
    ],
    [
      'an entry left out',
      (copy) => {
        copy.log.splice(2, 1)
      },
      ['/log/2', '/log/3'],
    ],
    [
      'the end left out',
      (copy) => {
        copy.log.length = 2
      },
      ['/log/2'],
    ],
    [
      'an entry appended',
      (copy) => {
        copy.log.push(copy.log[3])
      },
      ['/log/4'],
    ],
    [
      'the log left out',
      (copy) => {
        delete copy.log
      },
      ['/log'],
    ],
    [
      'the digest',
      (copy) => {
        copy.seal.digest = 'x'
      },
      ['/seal'],
    ],
    [
      'the digest of a part',
      (copy) => {
        copy.seal.parts['/options'] = 'x'
      },
      ['/options', '/seal'],
    ],
    [
      'the chain',
      (copy) => {
        copy.seal.log[1] = 'x'
      },
      ['/log/1', '/log/2'],
    ],
  ])('detects %s', (_, change, paths) => {
    expect(listPaths(changed(change))).toEqual(paths)
  })

  it('that was recomputed is detected by the stored digest', () => {
    const forged = sealRecord(
      changed((copy) => {
        copy.result.score = 1
      }),
    )
    expect(checkRecord(forged).ok).toBe(true)
    expect(checkRecord(forged, { digest: record.seal.digest }).changes).toMatchObject([{ path: '/seal/digest' }])
    expect(checkRecord(record, { digest: record.seal.digest }).ok).toBe(true)
  })

  it('of a run names the task run and the part', () => {
    const run = sealRecord({ kind: 'benchmark-run', version: 1, about: { id: 'run_1' }, task_runs: [record, record] })
    expect(checkRecord(run).ok).toBe(true)
    const tampered = changed((copy) => {
      copy.task_runs[1].result.score = 1
    }, run)
    expect(listPaths(tampered)).toEqual(['/task_runs/1/result/score'])
    expect(
      listPaths(
        changed((copy) => {
          copy.about.id = 'run_2'
        }, run),
      ),
    ).toEqual(['/about'])
    expect(
      listPaths(
        changed((copy) => {
          copy.task_runs.pop()
        }, run),
      ),
    ).toEqual(['/task_runs/1'])
  })
})

describe('a malformed record', () => {
  it.each<[unknown, string]>([
    [null, 'Expected a record, {"kind": "task-run", "version": 1, …}, got null.'],
    [[], 'got an array'],
    [{ kind: 'x' }, '/kind to be "task-run" or "benchmark-run", got "x"'],
    [
      { kind: 'task-run', version: 3 },
      'Expected a record of version 1 or 2, got version 3. Use a newer release to read this record.',
    ],
    [{ ...record, version: 2 }, '/base of the record to be {"digest": "…", "seeded_at": "…"}'],
    [{ ...record, seal: undefined }, '/seal'],
    [{ ...record, criteria: {} }, '/criteria of the record to be an array of objects, got {}'],
    [{ ...record, evidence: 5 }, '/evidence of the record to be an evidence snapshot, got 5'],
    [{ ...record, result: {} }, '/result of the record to be a verification or null, got {}'],
    [{ ...record, log: [1] }, '/log'],
    [{ kind: 'benchmark-run', version: 1, seal: record.seal, about: {}, task_runs: [{}] }, '/kind'],
  ])('%# is rejected', (value, message) => {
    expect(() => parseRecord(value)).toThrow(message)
    expect(() => checkRecord(value)).toThrow(message)
  })
})

describe('regrading', () => {
  it('an untouched record changes nothing', () => {
    expect(regrade(record)).toEqual({ same: true, before: record.result, after: record.result, changes: [], notes: [] })
    expect(record.result).toMatchObject({ score: 0.5, verdict: 'partial' })
  })

  it('with other criteria reports which results differ, and why', () => {
    const [first, second] = criteria
    if (first === undefined || second === undefined) throw new Error('There are two criteria.')
    const denied = { ...first.assertion, assertions: [{ path: 'status', expected: 'denied' }] }
    const result = regrade(record, {
      criteria: [
        { ...first, assertion: denied },
        { label: 'No fax is sent', assertion: { assert: 'fax-sent', count: 0 } },
      ],
    })
    expect(result.same).toBe(false)
    expect(result.changes.map(({ label, from, to, why }) => [label, from?.outcome, to?.outcome, why])).toEqual([
      [
        'The request is approved',
        'passed',
        'failed',
        'The criterion was changed: /assertion/assertions/0/expected was "approved" and is now "denied". Now: 0 of ' +
          '1 check passed on requests row 1 (member_id "M-1"). Expected "status" to be "denied", found "approved".',
      ],
      ['No fax is sent', undefined, 'passed', expect.stringContaining('The criterion is new.')],
      ['A fax is sent', 'failed', undefined, 'The criterion was removed.'],
    ])
  })

  it('with another weight or threshold reports that', () => {
    const weighted = regrade(record, {
      criteria: criteria.map((criterion) => ({ ...criterion, weight: criterion.id ? 3 : 1 })),
    })
    expect(weighted.after.score).toBe(0.75)
    expect(weighted.changes).toMatchObject([
      { criterion_id: 'crit_1', why: 'The criterion was changed: /weight was 1 and is now 3.' },
    ])
    const lenient = regrade(record, { options: { pass_threshold: 0.5 } })
    expect(lenient).toMatchObject({ same: false, changes: [], after: { verdict: 'pass' } })
    expect(lenient.notes).toEqual(['The option /pass_threshold was 0.9 and is now 0.5.'])
  })

  it('does not report a default that is written out', () => {
    const spelled = criteria.map((criterion) => ({ ...criterion, weight: 1, axis: null, guard: false }))
    expect(regrade(record, { criteria: spelled }).same).toBe(true)
  })

  it('does not report the ids that criteria of a file lack, or have beside those of the record', () => {
    const plain = criteria.map(({ id: _, ...criterion }) => criterion)
    expect(regrade(record, { criteria: plain })).toMatchObject({ same: true, changes: [], notes: [] })
    const changes = regrade(record, { criteria: plain.map((one) => ({ ...one, weight: 2 })) }).changes
    expect(changes.map(({ why }) => why)).toEqual(Array(2).fill(expect.stringMatching(/\/weight was 1 and is now 2/)))
    const ofPlain = { ...record, criteria: plain, result: verify({ criteria: plain, evidence }) }
    expect(regrade(ofPlain, { criteria })).toMatchObject({ same: true, changes: [], notes: [] })
  })

  it('reports a changed result, changed evidence and another engine', () => {
    const forged = changed((copy) => {
      copy.result.criterion_runs[1].outcome = 'passed'
    })
    expect(regrade(forged).changes).toMatchObject([
      {
        label: 'A fax is sent',
        why: expect.stringMatching(
          /^Criteria and engine are those of the record, so the record was changed after the verification/,
        ),
      },
    ])
    expect(
      regrade(
        changed((copy) => {
          copy.result.score = 0.9
        }),
      ).notes,
    ).toHaveLength(1)
    const older = changed((copy) => {
      copy.engine.verifier = '0'
      copy.evidence.portal.requests = []
    })
    expect(regrade(older).changes[0]?.why).toMatch(
      /^The engine is version 3; the record was verified by version 0\. Now: /,
    )
  })

  it('judges criteria that errored before', () => {
    const { same, before, after, changes } = regrade({ ...content, result: null })
    expect([same, before, after.score]).toEqual([false, null, 0.5])
    expect(changes[0]).toMatchObject({ from: null, why: expect.stringMatching(/^The record has no result/) })
  })

  it('leaves the record unchanged', () => {
    const before = JSON.stringify(record)
    regrade(record, { criteria: [] })
    checkRecord(record)
    expect(JSON.stringify(record)).toBe(before)
  })
})

it('contains plain JSON only', () => {
  expect(record as unknown as JsonObject).toEqual(JSON.parse(JSON.stringify(record)))
})
