import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
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

  it('shows for each statement the value, its source, and why it is enough or not', async () => {
    const result = await runInProcess(['policy', 'try', file, '--patient', chart(93), ...request])
    expect(result).toMatchObject({ code: 0, err: '' })
    expect(result.out).toContain(
      '- low_saturation\n    not met: 93 % from the chart (Observation/o1); enough is at most 88 %\n',
    )
    expect(result.out).toContain('? seen\n    open: yes from the answer; needs a document: clinical_note\n')
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

  const saturation = { resourceType: 'Observation', code: { coding: [{ code: '59408-5' }] } }
  const low = { value: 86, code: '%' }

  it.each([
    [
      { effectiveDateTime: '2025-09-03', valueQuantity: low },
      'is too old: 2025-09-03 is 139 days before the service, and at most 30 count',
    ],
    [{ effectiveDateTime: '2026-02-03', valueQuantity: low }, 'is dated 2026-02-03, after the service'],
    [{ valueQuantity: low }, 'has no date, and needs a day, at most 30 days before the service'],
    [
      { effectiveDateTime: '2026-01-03', valueQuantity: { value: 86, code: 'kg' } },
      'has value-quantity 86 kg, and a number in % counts',
    ],
    [
      { effectiveDateTime: '2026-01-03', valueQuantity: { ...low, comparator: '<' } },
      'has value-quantity <86 %, and a number in % counts',
    ],
    [{ effectiveDateTime: '2026-01-03', valueString: '86' }, 'has no value-quantity, and a number in % counts'],
    [
      { effectiveDateTime: '2026-01-03', valueQuantity: low, status: 'preliminary' },
      'has status preliminary, and the policy searches for status=final',
    ],
  ])('says why a resource does not count: %j', async (members, why) => {
    const strict = write('strict.yaml', policy.replace('59408-5"', '59408-5&status=final"'))
    const file = write('left-out.json', { ...saturation, id: 'o1', status: 'final', ...members })
    const { out } = await runInProcess(['policy', 'try', strict, '--patient', file, ...request])
    expect(out.replaceAll(/\s+/g, ' ')).toContain(
      'open: nothing that counts was found; enough is at most 88 %; needs an answer: What is the saturation?; ' +
        `Observation/o1 ${why} `,
    )
  })

  it.each([
    ['{ fact: { diagnosis: [J44.*] } }', [], 'the diagnoses of the request are none, and J44.* counts'],
    ['{ fact: { place_of_service: ["12"] } }', ['--place', '11'], 'the place of service is 11, and 12 counts'],
    [
      '{ fact: { in_network: true } }',
      ['--out-of-network'],
      "the provider is outside the network of the member's plan",
    ],
    [
      '{ fact: { search: "Procedure?code=97110", count: 2 } }',
      ['--patient', write('visit.json', { resourceType: 'Procedure', id: 'v', code: { coding: [{ code: '97110' }] } })],
      '1 found (Procedure/v), 2 needed',
    ],
    ['{ fact: { search: "Procedure?code=97110" } }', [], 'nothing was found (the chart: `Procedure?code=97110`)'],
  ])('shows what a request or a chart contains instead: %s', async (statement, options, why) => {
    const own = write(
      'own.yaml',
      policy.replace('  seen:', `  own: ${statement}\n  seen:`).replace('_saturation, ', '_saturation, own, '),
    )
    const { out } = await runInProcess(['policy', 'try', own, ...options, ...request])
    expect(out).toContain(`- own\n    not met: ${why}\n`)
  })

  it('rejects a service that the policy does not cover, and an answer of another type', async () => {
    const other = await runInProcess(['policy', 'try', file, '--code', '72148', ...request])
    expect(other).toMatchObject({ code: 2, err: expect.stringContaining('services such as E1390') })
    const typed = await runInProcess(['policy', 'try', file, '--answer', 'low_saturation=low', '--answer', 'weight=3'])
    expect(typed.err).toContain('--answer low_saturation: must be a number in %, got "low"')
    expect(typed.err).toContain('--answer weight: the policy does not ask this')
  })

  it('compares the decisions of cases with the expected ones, and exits with 1 for a difference', async () => {
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

it.each([
  ['question: Was it seen?', 'Needed besides the answer, which has to be enough', { answer: 'seen=true' }],
  ['fact: { diagnosis: [J44.*] }', 'Needed besides what is found, which has to be enough', { diagnosis: 'J44.9' }],
  ['', 'Shown by', undefined],
  ['question: Was it seen?, says: [[seen]]', 'Needed always, and enough without an answer', undefined],
  [
    'fact: { search: Procedure?code=97110 }, says: [[seen]]',
    'Needed always, and enough without anything found',
    undefined,
  ],
] as const)('a page says when a document is enough, as the payer decides: { %s }', async (members, words, more) => {
  const document = write('note.txt', 'The patient was seen.')
  const statement = `  seen: { accepts: [clinical_note]${members === '' ? '' : `, ${members}`} }\n`
  const seen = write(
    'seen.yaml',
    `id: seen\ntitle: Seen\nversion: "1"\nservices: [{ code: E1390 }]\nstatements:\n${statement}criteria: seen\n`,
  )
  const { out } = await runInProcess(['policy', 'print', seen])
  expect(out).toContain(`  - ${words}: clinical_note`)
  const decide = async (...args: string[]) => (await runInProcess(['policy', 'try', seen, ...args])).out
  const sent = ['--document', `clinical_note=${document}`]
  const other = Object.entries(more ?? {}).flatMap(([name, value]) => [`--${name}`, value])
  expect((await decide(...sent, ...other)).includes('Decision: approved')).toBe(true)
  expect((await decide(...other)).includes('Decision: approved')).toBe(false)
  expect((await decide(...sent)).includes('Decision: approved')).toBe(more === undefined)
})

it('carebench policy print writes the same page as HTML into a file', async () => {
  const page = join(folder, 'oxygen.html')
  const marked = write('marked.yaml', policy.replace('title: Oxygen at home', 'title: Oxygen <b>at home</b>'))
  expect(await runInProcess(['policy', 'print', marked, page])).toMatchObject({ code: 0, out: '' })
  const html = readFileSync(page, 'utf8')
  expect(html).toContain('<h1>Oxygen &lt;b&gt;at home&lt;/b&gt;</h1><p>Policy oxygen, version 1.</p>')
  expect(html).toContain('<h2>Criteria</h2><ul><li>All of these:<ul><li><b>Low saturation</b> (low_saturation)')
  expect(html).toContain('<li>Found in the chart: the latest value-quantity of <code>Observation?code=59408-5</code>')
  const text = html.slice(html.indexOf('<main>')).replaceAll(/<[^>]*>/g, ' ')
  const { out } = await runInProcess(['policy', 'print', marked])
  const words = (shown: string) => shown.match(/[a-z0-9]+/gi)?.filter((word) => !/^(lt|gt|b|39|quot)$/.test(word))
  expect(words(text)).toEqual(words(out))
})

describe('carebench policy import', () => {
  const about = ['--id', 'knee', '--title', 'Knee', '--code', '27447']

  it('makes a valid policy from a table', async () => {
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

  it('supports ages, and the maximum age of a finding', async () => {
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
