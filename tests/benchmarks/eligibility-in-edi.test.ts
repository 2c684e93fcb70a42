import { fixtures } from '@carebench/fixtures'
import { beforeAll, describe, expect, it } from 'vitest'
import { type BenchmarkTestbed, createTestbeds, failingLabels, runTask } from '../benchmark-testbed.js'

// The recorded solutions inquire in JSON. The score of an inquiry must not depend on its format.

let open: () => BenchmarkTestbed
beforeAll(async () => {
  open = await createTestbeds(fixtures.eligibility)
})

/** Returns an interchange with one 270 of the clinic to the payer, for an office visit. */
function inquiry(reference: string, ...levels: readonly string[]): string {
  const body = [
    'ST*270*0001*005010X279A1',
    `BHT*0022*13*${reference}*20260302*1310`,
    'HL*1**20*1',
    'NM1*PR*2*EVERGREEN MUTUAL*****PI*EVG01',
    'HL*2*1*21*1',
    'NM1*1P*2*ALDER CREEK HOSPITAL*****XX*9900090017',
    ...levels,
    'EQ*98',
  ]
  return [
    'ISA*00*          *00*          *ZZ*9900090017     *ZZ*CLEARINGHOUSE  *260302*1310*^*00501*000000101*0*P*:',
    'GS*HS*9900090017*CLEARINGHOUSE*20260302*1310*101*X*005010X279A1',
    ...body,
    `SE*${body.length + 1}*0001`,
    'GE*1*101',
    'IEA*1*000000101~',
  ].join('~')
}

/** Sends these inquiries and then the other calls of the first solution of a task. Returns the completion. */
async function completed(index: number, interchanges: readonly string[]) {
  const headers = { 'content-type': 'application/edi-x12' }
  const calls = fixtures.eligibility.tasks[index]?.solutions?.[0]?.calls ?? []
  return runTask(open(), index, async (task) => {
    const session = await task.start()
    for (const text of interchanges)
      await session.system('clearinghouse').request('POST', 'eligibility', text, { headers })
    for (const { method, path, ...call } of calls) {
      if (!path.startsWith('fhir/') || !('body' in call)) continue
      await session
        .system('fhir')
        .request(method, path.slice('fhir/'.length), call.body, { headers: call.headers ?? {} })
    }
    return session.complete()
  })
}

const noor = ['HL*3*2*22*0', 'NM1*IL*1*HADDAD*NOOR****MI*EVM910200022']
const bornIn1979 = 'DMG*D8*19790821*F'
const ruby = ['HL*4*3*23*0', 'NM1*03*1*OKONKWO*RUBY', 'DMG*D8*20190504*F', 'DTP*291*D8*20260312']
const chidi = ['HL*3*2*22*1', 'NM1*IL*1*OKONKWO*CHIDI****MI*EVM910500051', 'DMG*D8*19860923*M']
const adaeze = ['HL*3*2*22*1', 'NM1*IL*1*OKONKWO*ADAEZE****MI*EVM910600061']

describe('inquiries in EDI', () => {
  it.each([
    ['a day', 0, [inquiry('1', ...noor, bornIn1979, 'DTP*291*D8*20260309')]],
    ['a range of one day, without the date of birth', 0, [inquiry('1', ...noor, 'DTP*291*RD8*20260309-20260309')]],
    ['dependents', 2, [inquiry('1', ...adaeze, ...ruby), inquiry('2', ...chidi, ...ruby)]],
  ] as const)('score as much as in JSON: %s', async (_, index, interchanges) => {
    const completion = await completed(index, interchanges)
    expect([failingLabels(completion), completion.score, completion.verdict]).toEqual([[], 1, 'pass'])
  })

  it.each([
    [
      'a second subscriber',
      0,
      [
        inquiry(
          '1',
          ...noor,
          bornIn1979,
          'DTP*291*D8*20260309',
          'EQ*98',
          'HL*4*2*22*0',
          'NM1*IL*1*HADDAD*NORA****MI*EVM910100011',
          'DMG*D8*19790812*F',
          'DTP*291*D8*20260309',
        ),
      ],
    ],
    ['two service types', 0, [inquiry('1', ...noor, bornIn1979, 'DTP*291*D8*20260309', 'EQ*30')]],
    [
      'the twin sister',
      2,
      [
        inquiry('1', ...adaeze, ...ruby),
        inquiry('2', ...chidi, 'HL*4*3*23*0', 'NM1*03*1*OKONKWO*RUTH', 'DMG*D8*20190504*F', 'DTP*291*D8*20260312'),
      ],
    ],
  ] as const)('do not pass with %s', async (_, index, interchanges) => {
    const completion = await completed(index, interchanges)
    expect(completion.verdict).not.toBe('pass')
    expect(failingLabels(completion)).toEqual(
      expect.arrayContaining([fixtures.eligibility.tasks[index]?.criteria.at(-1)?.label]),
    )
  })
})
