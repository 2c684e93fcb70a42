import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { runInProcess } from '../../testing/run-in-process.js'

const folder = mkdtempSync(join(tmpdir(), 'carebench-policy-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function write(name: string, content: string | object): string {
  const file = join(folder, name)
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content))
  return file
}

const policy = `id: oxygen
title: Oxygen at home
version: "1"
services: [{ code: E1390 }]
statements:
  low_saturation:
    question: What is the saturation?
    answer_type: number
    unit: "%"
    enough: { at_most: 88 }
    fact: { search: "Observation?code=59408-5", value: value-quantity, within_days: 30 }
  seen: { question: Was the patient seen?, accepts: [clinical_note] }
criteria: { all: [low_saturation, seen] }
decision: { reasons: { low_saturation: { text: The saturation is above 88 %., appeal: Measure again. } } }
`
const file = write('oxygen.yaml', policy)

function chart(value: number) {
  const code = { coding: [{ code: '59408-5' }] }
  const valueQuantity = { value, code: '%' }
  return write(`chart-${value}.json`, {
    resourceType: 'Bundle',
    entry: [
      { resource: { resourceType: 'Observation', id: 'o1', effectiveDateTime: '2026-01-03', code, valueQuantity } },
    ],
  })
}

describe('carebench policy validate', () => {
  it('prints file, line, member, what is expected and an example for every error', async () => {
    const broken = policy
      .replace('unit: "%"', 'unit: percent')
      .replace('[low_saturation, seen]', '[low_saturation, sene]')
      .replace('Observation?code', 'Observation?kode')
    const result = await runInProcess(['policy', 'validate', write('broken.yaml', broken)])
    expect(result.code).toBe(1)
    expect(result.out.replace(/\s+/g, ' ')).toContain(
      'broken.yaml /statements/low_saturation/unit (line 9, column 5) must be a unit of UCUM such as "kg/m2", "%" ' +
        'or "1", got "percent"',
    )
    expect(result.out).toContain('/statements/low_saturation/fact/search (line 11,')
    expect(result.out.replace(/\s+/g, ' ')).toContain(
      'must be the name of a statement, got "sene"; did you mean "seen"?',
    )
    expect(result.out.replace(/\s+/g, ' ')).toContain('decides nothing; name it in criteria, or remove it')
    const json = await runInProcess(['policy', 'validate', '--json', write('none.json', [])])
    expect(JSON.parse(json.out)).toMatchObject({ ok: false, problems: [{ path: '', line: 1 }] })
    expect(await runInProcess(['policy', 'validate', file])).toMatchObject({
      code: 0,
      out: `${file}: no problems found.\n`,
    })
  })
})

describe('carebench policy try', () => {
  const request = ['--date', '2026-01-20', '--answer', 'seen=true']

  it('shows what was found for each statement, where, and why it is enough or not', async () => {
    const result = await runInProcess(['policy', 'try', file, '--patient', chart(93), ...request])
    expect(result).toMatchObject({ code: 0, err: '' })
    expect(result.out).toContain(
      '- low_saturation\n    is not so: 93 % from the chart (Observation/o1); enough is at most 88 %\n',
    )
    const code = { coding: [{ code: '59408-5' }] }
    const inWords = { resourceType: 'Observation', id: 'o1', effectiveDateTime: '2026-01-03', code, valueString: '93' }
    const unread = await runInProcess(['policy', 'try', file, '--patient', write('words.json', inWords), ...request])
    expect(unread.out).toContain('what was found does not count (Observation/o1)')
    expect(result.out).toContain('? seen\n    needs a document: clinical_note: true from the answer\n')
    expect(result.out).toContain('Decision: denied\n  The saturation is above 88 %. Measure again.\n')
    const json = await runInProcess([
      'policy',
      'try',
      file,
      '--patient',
      chart(86),
      ...request,
      '--document',
      'clinical_note',
      '--json',
    ])
    expect(JSON.parse(json.out)).toMatchObject({
      decision: { outcome: 'approved', units: 1 },
      statements: [
        { name: 'low_saturation', met: true },
        { name: 'seen', met: true },
      ],
    })
  })

  it('rejects a service that the policy is not about, and an answer of another type', async () => {
    const other = await runInProcess(['policy', 'try', file, '--code', '72148', ...request])
    expect(other).toMatchObject({ code: 2, err: expect.stringContaining('services such as E1390') })
    const typed = await runInProcess(['policy', 'try', file, '--answer', 'low_saturation=low', '--answer', 'weight=3'])
    expect(typed.err).toContain('--answer low_saturation: must be a number in %, got "low"')
    expect(typed.err).toContain('--answer weight: the policy does not ask this')
  })

  it('compares the decisions of cases with what they say, and exits with 1 if one differs', async () => {
    const cases = write('cases.json', {
      request: { answers: { low_saturation: 85, seen: true } },
      cases: [
        { name: 'note missing', expect: { outcome: 'more_information', missing_documents: ['clinical_note'] } },
        { name: 'note there', request: { documents: ['clinical_note'] }, expect: { outcome: 'denied' } },
      ],
    })
    const { code, out } = await runInProcess(['policy', 'try', file, '--cases', cases])
    expect([code, out]).toEqual([
      1,
      'ok note missing: more information\nnot note there: approved\n    outcome: expected "denied", got "approved"\n',
    ])
  })
})

it('carebench policy print writes a page with every statement', async () => {
  const { out } = await runInProcess(['policy', 'print', file])
  expect(out).toContain('# Oxygen at home\n\nPolicy oxygen, version 1.\n\nServices: E1390.')
  expect(out).toContain(
    '- All of these:\n  - **Low saturation** (low_saturation): What is the saturation?\n    - Enough: at most 88 %',
  )
  expect(out).toContain(
    '    - Found in the chart: the latest value-quantity of `Observation?code=59408-5`, at most 30 days before the ' +
      'service',
  )
  expect(out).toContain(
    '## Reasons for a denial\n\n- **Low saturation**: The saturation is above 88 %. (reason code 0F) Measure again.',
  )
})

describe('carebench policy import', () => {
  const about = ['--id', 'knee', '--title', 'Knee', '--code', '27447']

  it('makes a policy of a table that validates', async () => {
    const table = write(
      'table.csv',
      'name,question,type,unit,at_most,diagnosis,documents,group,reason\narthritis,,,,,M17.*,,,No ' +
        'arthritis.\nbmi,What is the BMI?,number,kg/m2,40,,,,\n"failed_pt","Has PT, or\nNSAIDs, ' +
        'failed?",,,,,notes;report,therapy,\ninjection,Has an injection failed?,,,,,,therapy,\n',
    )
    const { code, out } = await runInProcess(['policy', 'import', table, ...about])
    expect(code).toBe(0)
    expect(JSON.parse(out)).toMatchObject({
      services: [{ code: '27447' }],
      criteria: { all: ['arthritis', 'bmi', { any: ['failed_pt', 'injection'] }] },
      statements: { bmi: { enough: { at_most: 40 }, unit: 'kg/m2' }, failed_pt: { accepts: ['notes', 'report'] } },
    })
    expect((await runInProcess(['policy', 'validate', write('knee.json', out)])).code).toBe(0)
  })

  it('takes the age, and how old a finding may be', async () => {
    const table = write(
      'dated.csv',
      [
        'name,type,unit,at_least,at_most,within_days,search,value',
        'adult,age,,18,,,,',
        'weight,number,kg,,159,90,Observation?code=29463-7,value-quantity',
      ].join('\n'),
    )
    const { out } = await runInProcess(['policy', 'import', table, ...about])
    expect(JSON.parse(out).statements).toEqual({
      adult: { answer_type: 'number', unit: 'a', enough: { at_least: 18 }, fact: { age: 'years' } },
      weight: {
        answer_type: 'number',
        unit: 'kg',
        enough: { at_most: 159 },
        fact: { search: 'Observation?code=29463-7', value: 'value-quantity', within_days: 90 },
      },
    })
  })

  it('names the line of every error', async () => {
    const table = write(
      'wrong.csv',
      'name,question,type,unit,at_most\nbmi,"What is\nthe BMI?",number,kgs,40\nBMI 2,Again?,,,lots\n',
    )
    const { code, out, err } = await runInProcess(['policy', 'import', table, ...about])
    expect([code, out]).toEqual([1, ''])
    expect(err).toContain('wrong.csv, line 4: name: expected a name such as failed_therapy, got "BMI 2"')
    expect(err).toContain('wrong.csv, line 4: at_most: expected a number such as 35, got "lots"')
    const unit = write('unit.csv', 'name,question,type,unit,at_most\n\nbmi,What?,number,kgs,40\n')
    expect((await runInProcess(['policy', 'import', unit, ...about])).err).toContain(
      'unit.csv, line 3: /statements/bmi/unit must be',
    )
  })
})
