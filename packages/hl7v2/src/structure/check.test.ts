import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { issuePath } from '../syntax/issue.js'
import { parseMessage } from '../syntax/message.js'
import { checkStructure, checkStructureInSteps, messageStructures } from './check.js'
import { fieldRules } from './field-rule.js'
import { compileGrammar } from './grammar.js'

function header(type: string) {
  return `MSH|^~\\&|A|B|C|D|20260105||${type}|1|P|2.5.1`
}

function check(type: string, ...lines: string[]) {
  return checkStructure(parseMessage([header(type), ...lines].join('\r'))).map(
    (issue) => `${issue.code} ${issuePath(issue)}`,
  )
}

const pid = 'PID|1||1^^^A||DOE^JANE||19800202'
const obx = 'OBX|1|NM|1^A||2|||||||'.replace(/\|+$/, '||||||F')

describe('checkStructure', () => {
  it('accepts valid messages', () => {
    expect(
      check('ADT^A01', 'EVN||20260105', pid, 'ZPI|x', 'PV1|1|I', 'AL1|1||X', 'IN1|1|P|C', 'IN2|', 'IN1|2|P|C'),
    ).toEqual([])
    expect(check('ADT^A40', 'EVN||20260105', pid, 'MRG|2', pid, 'MRG|3')).toEqual([])
    expect(check('ORU^R01', pid, 'NTE|1', 'OBR|1|||X', obx, 'NTE|1', obx, 'OBR|2|||Y', obx, 'SPM|1|||B')).toEqual([])
    expect(check('ORU^R01', 'OBR|1|||X')).toEqual([])
    expect(check('ORM^O01', pid, 'PV1|1|O', 'ORC|NW', 'OBR|1|||X', 'DG1|1', 'ORC|NW', 'RXO|1')).toEqual([])
    expect(check('SIU^S12', 'SCH|1|||||R', pid, 'RGS|1', 'AIS|1||X', 'AIL|1', 'RGS|2')).toEqual([])
  })

  it('reports segments that are missing, misplaced or not part of the structure', () => {
    expect(check('ADT^A01', 'EVN', pid)).toEqual(['100 PV1'])
    expect(check('ADT^A01', 'EVN', 'PV1|1|I', pid)).toEqual(['100 PID'])
    expect(check('ADT^A01', 'EVN', pid, 'PV1|1|I', 'OBR|1|||X', 'PV1|2|I')).toEqual(['100 OBR', '100 PV1[2]'])
    expect(check('ORU^R01', pid, obx)).toEqual(['100 OBR'])
    expect(check('SIU^S12', 'SCH|1|||||R')).toEqual(['100 RGS'])
    expect(check('ADT^A40', 'EVN', pid)).toEqual(['100 MRG'])
  })

  it('names fields that are missing or malformed', () => {
    expect(check('ADT^A01', 'EVN||yesterday', 'PID|1||""||||1980-02-02', 'PV1|1')).toEqual([
      '102 EVN-2.1',
      '101 PID-3',
      '101 PID-5',
      '102 PID-7.1',
      '101 PV1-2',
    ])
    expect(check('ORU^R01', 'OBR|1|||X', 'OBX|x|NM|A||high||||||Q', 'OBX|2||A||1||||||F')).toEqual([
      '102 OBX-1',
      '103 OBX-11',
      '102 OBX-5',
      '101 OBX[2]-2',
    ])
    expect(check('ORM^O01', 'ORC|ZZ')).toEqual(['103 ORC-1'])
  })

  it('accepts a degree of precision in every TS (HL7 2.3, chapter 2: <time>^<degree of precision>)', () => {
    const observed = 'OBX|1|TS|1^A||20260302090000^S||||||F|||20260302^D'
    expect(check('ORU^R01', `${pid}^D`, 'OBR|1|||X|||2026030209^H', observed)).toEqual([])
    expect(check('ADT^A01', 'EVN||20260105^D||||202601050900^M', pid, 'PV1|1|I')).toEqual([])
    expect(check('ADT^A01', 'EVN||^D||||soon^M', pid, 'PV1|1|I')).toEqual(['102 EVN-6.1'])
    expect(check('ORU^R01', 'OBR|1|||X', 'OBX|1|DT|1^A||20260302^D||||||F')).toEqual(['102 OBX-5'])
    const stamped = (stamp: string) => {
      const sent = header('ADT^A01').split('|').with(6, stamp).join('|')
      return checkStructure(parseMessage([sent, 'EVN', pid, 'PV1|1|I'].join('\r')))
    }
    expect(stamped('20260302090000^S')).toEqual([])
    // Table 0529 has no such degree.
    expect(stamped('20260302090000^call Jane')).toMatchObject([{ code: 103, field: 7, component: 2 }])
    expect(stamped('20260302090000^X')).toMatchObject([{ code: 103, field: 7, component: 2 }])
  })

  it('rejects unknown types, events and versions', () => {
    expect(check('MDM^T02')).toEqual(['200 MSH-9.1'])
    expect(check('ADT^A99')).toEqual(['201 MSH-9.2'])
    expect(check('')).toEqual(['101 MSH-9.1', '101 MSH-9.2'])
    expect(checkStructure(parseMessage('MSH|^~\\&|||||||ADT^A34|1|P|3.0')).map((one) => one.code)).toContain(203)
  })

  it('reports the number of the segment, and the byte at which it begins', () => {
    const place = ({ position, offset }: { position?: number; offset?: number }) => [position, offset]
    const text = `${header('ADT^A01')}\r\nPID|1||1||D\u00d6E\r\n \r\nEVN||yesterday\r\nOBR|1`
    const bytes = new TextEncoder().encode(text)
    // The Ö takes two bytes.
    const at = (name: string) => text.indexOf(name) + 1
    expect(checkStructure(parseMessage(bytes)).map((issue) => [issuePath(issue), ...place(issue)])).toEqual([
      ['OBR', 4, at('OBR')],
      ['EVN', 3, at('EVN')],
      ['PV1', 5, bytes.length],
      ['EVN-2.1', 3, at('EVN')],
      ['OBR-4', 4, at('OBR')],
    ])
  })

  it('reports at most the requested number of issues', () => {
    const text = [header('ORU^R01'), ...Array.from({ length: 2000 }, () => 'OBX|x')].join('\r')
    expect(checkStructure(parseMessage(text))).toHaveLength(1000)
    expect(checkStructure(parseMessage(text), { maxIssues: 3 })).toEqual(checkStructure(parseMessage(text)).slice(0, 3))
  })

  it('reports what was expected and what was received', () => {
    const [issue] = checkStructure(parseMessage(`${header('ORU^R01')}\rOBR|1|||X\rOBX|1|NM|A||high||||||F`))
    expect(issue?.message).toBe('Expected a value of type NM as a decimal number, got "high". Example: 13.5')
  })

  it.each([
    // One step for every 256 segments, and one for each of the twenty misplaced segments that are reported.
    ['fields', 'OBX|x|NM||y', 20],
    ['misplaced segments', 'SFT|a', 40],
  ])('checks thousands of %s in steps', (_, line, steps) => {
    const message = parseMessage([header('ORU^R01'), 'OBR|1|||X', ...Array(5000).fill(line)].join('\r'))
    const checking = checkStructureInSteps(message, { maxIssues: 100_000 })
    let count = 0
    while (checking.next().done !== true) count++
    expect(count).toBe(steps)
  })

  it('reports at most twenty segments that are not part of the structure', () => {
    const lines = Array.from({ length: 150_000 }, () => 'OBR|1|||X')
    expect(check('ADT^A01', 'EVN', pid, 'PV1|1|I', lines.join('\r'))).toEqual([
      '100 OBR',
      ...Array.from({ length: 19 }, (_, index) => `100 OBR[${index + 2}]`),
    ])
  })

  it.each([
    ['A15', 'EVN', pid, 'PV1|1|I', 'DB1', 'OBX', 'DG1|1'],
    ['A16', 'EVN', pid, 'PV1|1|I', 'AL1|1||X', 'DRG', 'PR1', 'ROL', 'GT1|1||X', 'IN1|1|P|C', 'ACC'],
    ['A17', 'EVN', pid, 'PV1|1|I', 'OBX', pid, 'PD1', 'PV1|2|I', 'PV2'],
    ['A18', 'EVN', pid, 'MRG|2', 'PV1|1|I'],
    ['A20', 'EVN', 'NPU'],
    ['A21', 'EVN', pid, 'PV1|1|I', 'PV2'],
    ['A22', 'EVN', pid, 'PV1|1|I', 'DB1'],
    ['A24', 'EVN', pid, 'PV1|1|I', pid, 'PD1', 'DB1'],
    ['A30', 'EVN', pid, 'PD1', 'MRG|2'],
    ['A37', 'EVN', pid, pid],
    ['A38', 'EVN', pid, 'PV1|1|I', 'PV2', 'DG1|1', 'DRG'],
    ['A43', 'EVN', pid, 'MRG|2', pid, 'PD1', 'MRG|3'],
    ['A44', 'EVN', pid, 'MRG|2'],
    ['A45', 'EVN', pid, 'MRG|2', 'PV1|1|I', 'MRG|3', 'PV1|2|I'],
    ['A50', 'EVN', pid, 'MRG|2', 'PV1|1|I'],
    ['A51', 'EVN', pid, 'MRG|2', 'PV1|1|I'],
    ['A52', 'EVN', pid, 'PV1|1|I', 'PV2'],
    ['A53', 'EVN', pid, 'PV1|1|I'],
    ['A54', 'EVN', pid, 'PD1', 'ROL', 'PV1|1|I', 'PV2', 'ROL'],
    ['A55', 'EVN', pid, 'PV1|1|I'],
    ['A60', 'EVN', pid, 'PV1|1|I', 'PV2', 'IAM', 'IAM'],
    ['A61', 'EVN', pid, 'ROL', 'PV1|1|I', 'ROL', 'PV2'],
    ['A62', 'EVN', pid, 'PV1|1|I'],
  ])('accepts the event ADT^%s', (event, ...lines) => {
    const orders = check(`ADT^${event}`, ...lines).filter((issue) => /^(?:100|20\d)/.test(issue))
    expect(orders).toEqual([])
    expect(check(`ADT^${event}`, ...lines.slice(1))).toContain('100 EVN')
  })

  it('numbers a missing segment after the existing ones of its name', () => {
    expect(check('ADT^A24', 'EVN', pid)).toEqual(['100 PID[2]'])
    expect(check('ADT^A40', 'EVN', pid, 'MRG|2', pid, 'PV1|1|I')).toEqual(['100 MRG[2]'])
  })

  it('shows, for every invalid field, an example that the rule accepts', () => {
    for (const { segment, field, component = 1, required, form, values, name, example } of fieldRules) {
      if (!required && form === undefined) continue
      const at = field - (segment === 'MSH' ? 2 : 0)
      const line = (value: string) => `${segment}${'|'.repeat(at)}${'^'.repeat(component - 1)}${value}`
      const rule = fieldRules.filter((one) => one.segment === segment && one.name === name)
      const issuesOf = (value: string) => {
        const lines = segment === 'MSH' ? [line(value).replace('MSH|', 'MSH|^~\\&|')] : ['MSH|^~\\&', line(value)]
        return checkStructure(parseMessage(lines.join('\r')), { structures: [], rules: rule }).filter(
          (one) => one.code < 200,
        )
      }
      const [issue] = issuesOf(required ? '' : form === 'token' ? 'a remark' : 'x')
      const shown = issue?.message.split(' Example: ')[1]
      expect([name, shown]).toEqual([name, example ?? expect.any(String)])
      expect([name, issuesOf(shown ?? '')]).toEqual([name, []])
      if (values !== undefined) expect(issuesOf('?')[0]?.message).toContain(` Example: ${example}`)
    }
  })

  it.each([
    [8, 'the patient is dead'],
    [10, 'A1 see note'],
    [13, 'two'],
    [15, 'MAYBE'],
    [17, 'United States'],
    [21, 'Z34^CDC PHINVS'],
    [21, 'Z34^CDCPHINVS~the claim was denied'],
  ])('rejects a remark in the technical field MSH-%i: %s', (field, value) => {
    const header = ['MSH', '^~\\&', 'A', 'B', 'C', 'D', '20260105', '', 'ADT^A08', 'A1', 'P', '2.5.1']
    while (header.length < field) header.push('')
    const message = (text: string) => {
      const fields = header.with(field - 1, text)
      return parseMessage(`${fields.join('|')}\rEVN||20260105\rPID|1||7||DOE^JANE\rPV1||O`)
    }
    expect(checkStructure(message(value))).toMatchObject([{ segment: 'MSH', field }])
    const valid = { 8: 'S3CR3T', 10: '8f14e45f-ceea-467f', 13: '12', 15: 'AL', 17: 'USA', 21: 'Z34^CDC~Z31^CDC' }[field]
    expect(checkStructure(message(valid ?? ''))).toEqual([])
  })

  it('accepts custom structures and rules', () => {
    const structures = [{ code: 'ZZZ', events: ['Z01'], name: 'ZZZ_Z01', segments: 'MSH NTE' }]
    const rules = [{ segment: 'NTE', field: 3, name: 'comment', required: true }]
    const issues = checkStructure(parseMessage(`${header('ZZZ^Z01')}\rNTE|1`), { structures, rules })
    expect(issues.map(issuePath)).toEqual(['NTE-3'])
  })

  it('terminates for any order of segments, and reports a duplicated PID', () => {
    const names = fc.constantFrom(
      'EVN',
      'PID',
      'PV1',
      'OBX',
      'IN1',
      'OBR',
      'ORC',
      'NTE',
      'RGS',
      'AIS',
      'MRG',
      'SPM',
      'ZZZ',
    )
    const types = messageStructures.flatMap(({ code, events }) => events.map((event) => `${code}^${event}`))
    fc.assert(
      fc.property(fc.constantFrom(...types), fc.array(names, { maxLength: 30 }), (type, lines) => {
        const issues = check(type, ...lines)
        if (type === 'ADT^A01' && lines.filter((line) => line === 'PID').length > 1) {
          expect(issues.some((issue) => issue.startsWith('100 PID'))).toBe(true)
        }
      }),
    )
    expect(check('ADT^A01', ...Array.from({ length: 20_000 }, () => 'EVN')).length).toBeLessThan(30)
  })
})

describe('an order of medicine, food or supplies', () => {
  it.each([
    ['RXO|1', 'RXR|PO', 'RXC|B', 'RXC|A', 'NTE|1', 'OBX|1||1^A||||||||F', 'BLG'],
    ['RXO|1', 'NTE|1', 'RXR|PO', 'RXR|IV'],
    ['RXO|1', 'RXC|B', 'DG1|1'],
    ['RQD|1', 'RQ1|1', 'NTE|1'],
  ])('accepts %s', (...lines) => expect(check('ORM^O01', pid, 'ORC|NW', ...lines, 'ORC|NW', ...lines)).toEqual([]))

  it('accepts routes and components only after RXO, in this order', () => {
    expect(check('ORM^O01', pid, 'ORC|NW', 'OBR|1|||X', 'RXR|PO')).toEqual(['100 RXR'])
    expect(check('ORM^O01', pid, 'ORC|NW', 'RXO|1', 'RXC|B', 'RXR|PO')).toEqual(['100 RXR'])
  })
})

describe('a custom structure', () => {
  const own =
    (segments: unknown, events: unknown = ['Z01']) =>
    () =>
      checkStructure(parseMessage(header('ZZZ^Z01')), {
        structures: [{ code: 'ZZZ', events: events as string[], name: 'ZZZ_Z01', segments: segments as string }],
      })

  it.each([
    ['', 'a segment in each part of the structure, got none'],
    ['EVN PID', 'a structure that begins with MSH, got "EVN PID"'],
    ['[MSH] PID', 'a structure that begins with MSH, got "[MSH] PID"'],
    ['{MSH} PID', 'a structure that begins with MSH, got "{MSH} PID"'],
    ['MSH PID | EVN', 'a choice inside < >, got "|"'],
    ['MSH [PID | EVN]', 'a choice inside < >, got "|"'],
    ['MSH <PID | >', 'a segment in each part of the structure, got none'],
    ['MSH < >', 'a segment in each part of the structure, got none'],
    ['MSH []', 'a segment in each part of the structure, got none'],
    ['MSHEVN', 'a segment name or a bracket, got "MSHEVN"'],
    ['MSH EVN1', 'a segment name or a bracket, got "EVN1"'],
    ['MSH pid', 'a segment name or a bracket, got "pid"'],
    ['MSH EVN,PID', 'a segment name or a bracket, got ","'],
    ['MSH [PID}', 'a segment name or a bracket, got "}"'],
    ['MSH [PID', '] to close a group of the structure, got its end'],
    [`MSH ${'['.repeat(100_000)}PID${']'.repeat(100_000)}`, 'groups at most 32 deep'],
    [undefined, 'the segments of a structure as a string, got undefined'],
    [['MSH', 'PID'], 'the segments of a structure as a string, got a list of 2'],
  ])('is rejected if its segments are %j', (segments, said) => {
    expect(own(segments)).toThrow(
      expect.objectContaining({ name: 'Hl7Error', code: 'invalid-structure', message: expect.stringContaining(said) }),
    )
  })

  it('is rejected if its events are not a list', () => {
    expect(own('MSH', 'Z01')).toThrow('a list of events of the structure ZZZ_Z01, got "Z01"')
    expect(() => checkStructure(parseMessage(header('ZZZ^Z01')), { structures: {} as [] })).toThrow(
      'a list of structures',
    )
    expect(() => checkStructure(parseMessage(header('ZZZ^Z01')), { rules: {} as [] })).toThrow('a list of rules')
  })

  it('accepts choices, including choices of groups', () => {
    const structures = [{ code: 'ZZZ', events: ['Z01'], name: 'Z', segments: 'MSH [{<PID [PD1]|NTE>}] <EVN | PV1>' }]
    const issuesOf = (...lines: string[]) =>
      checkStructure(parseMessage([header('ZZZ^Z01'), ...lines].join('\r')), { structures, rules: [] }).map(issuePath)
    expect(issuesOf('PID|1', 'PD1|1', 'NTE|1', 'PID|1', 'PV1|1')).toEqual([])
    expect(issuesOf('NTE|1', 'PD1|1', 'EVN|1')).toEqual(['PD1'])
  })
})

it.each([Number.NaN, -1, 0, 1.5])('does not report a message as valid because maxIssues is %d', (maxIssues) => {
  expect(() => checkStructure(parseMessage('MSH|^~\\&'), { maxIssues })).toThrow(
    expect.objectContaining({ name: 'Hl7Error', code: 'invalid-value' }),
  )
  expect(checkStructure(parseMessage('MSH|^~\\&'), { maxIssues: Number.POSITIVE_INFINITY }).length).toBeGreaterThan(1)
})

describe('compileGrammar', () => {
  it('accepts every structure of the tables', () => {
    for (const { segments } of messageStructures) expect(compileGrammar(segments).first).toEqual(new Set(['MSH']))
  })
  it.each(['[MSH', 'MSH]', '{MSH]', 'msh'])('rejects %j', (text) =>
    expect(() => compileGrammar(text)).toThrow(
      expect.objectContaining({ name: 'Hl7Error', code: 'invalid-structure' }),
    ),
  )
})

it.each([
  ['2.5.1', []],
  ['2', []],
  ['2.', ['203 MSH-12.1']],
  ['20', ['203 MSH-12.1']],
  ['3.0', ['203 MSH-12.1']],
  ['2.x', ['203 MSH-12.1']],
])('checks the version %s', (version, expected) => {
  const message = parseMessage(`MSH|^~\\&|A|B|C|D|20260105||ADT^A01|1|P|${version}`)
  const found = checkStructure(message).filter(({ code }) => code === 203)
  expect(found.map((issue) => `${issue.code} ${issuePath(issue)}`)).toEqual(expected)
})
