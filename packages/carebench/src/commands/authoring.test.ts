import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Ajv } from 'ajv'
import addFormats from 'ajv-formats'
import { describe, expect, it, onTestFinished } from 'vitest'
import { stringify } from 'yaml'
import { editorSchema } from '../authoring/editor-schema.js'
import { starterFiles } from '../authoring/starter.js'
import { startLocalServer } from '../serving/local-server.js'
import { runInProcess } from '../testing/run-in-process.js'

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'carebench-authoring-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** A folder with the starter files, and a function that changes the definition. */
async function start() {
  const folder = join(makeFolder(), 'triage')
  expect((await runInProcess(['init', folder])).code).toBe(0)
  const file = join(folder, 'benchmark.json')
  // biome-ignore lint/suspicious/noExplicitAny: tests edit the document freely
  const change = (edit: (definition: any) => void) => {
    const definition = JSON.parse(readFileSync(file, 'utf8'))
    edit(definition)
    writeFileSync(file, JSON.stringify(definition))
  }
  return { folder, file, change }
}

/** The output of `validate --json`, without the folder. */
async function readProblems(path: string): Promise<readonly string[]> {
  const { out, code } = await runInProcess(['validate', path, '--json'])
  const { ok, problems } = JSON.parse(out)
  expect([ok, code]).toEqual([problems.length === 0, problems.length === 0 ? 0 : 1])
  return problems.map(
    ({ file, path: at, message }: Record<string, string>) => `${file?.split('/').pop()} ${at} ${message}`,
  )
}

describe('init', () => {
  it('writes criteria that allow one answer only: exclusive, and new records with listed members', async () => {
    const definition = JSON.parse(JSON.stringify(starterFiles('x')['benchmark.json']))
    const assertions = definition.tasks[0].criteria.map(({ assertion }: { assertion: object }) => assertion)
    expect(assertions).toMatchObject([
      { fields: expect.anything(), exclusive: { by: ['subject.reference'] } },
      { allow: [{ where: expect.anything(), members: expect.arrayContaining(['status', 'class', 'subject']) }] },
    ])
    const { folder, change } = await start()
    change((copy) => {
      const [task] = copy.tasks
      const [call] = task.solutions[0].calls
      const other = { ...call, body: { ...call.body, status: 'planned' } }
      task.counters = [
        {
          name: 'two answers',
          after: 'one encounter',
          calls: [other],
          fails: ['The visit is recorded as finished, once'],
        },
        {
          name: 'a note',
          calls: [
            {
              ...call,
              body: {
                ...call.body,
                text: { status: 'additional', div: '<div xmlns="http://www.w3.org/1999/xhtml">Not seen</div>' },
              },
            },
          ],
          fails: ['Nothing else in the chart was changed'],
        },
      ]
    })
    expect(await runInProcess(['audit', folder, '--strict'])).toMatchObject({
      code: 0,
      out: expect.stringContaining('0 errors, 0 warnings'),
    })
  })

  it('writes a valid benchmark with a clean audit', async () => {
    const { folder } = await start()
    expect(readdirSync(folder).sort()).toEqual(['benchmark.json', 'benchmark.schema.json', 'patients.json'])
    expect(await readProblems(folder)).toEqual([])
    const audit = await runInProcess(['audit', folder, '--strict'])
    expect([audit.code, audit.out]).toEqual([0, expect.stringContaining('triage: 1 task, 0 errors, 0 warnings')])
  })

  it('overwrites nothing', async () => {
    const { folder, file } = await start()
    writeFileSync(file, 'mine')
    const again = await runInProcess(['init', folder])
    expect([again.code, again.err]).toEqual([2, expect.stringContaining('already exists; nothing was written')])
    expect(readFileSync(file, 'utf8')).toBe('mine')
  })

  it('treats a broken link as an existing file', async () => {
    const folder = makeFolder()
    symlinkSync(join(folder, 'elsewhere'), join(folder, 'patients.json'))
    expect((await runInProcess(['init', folder])).code).toBe(2)
    expect(readdirSync(folder)).toEqual(['patients.json'])
  })

  it('refuses an invalid name', async () => {
    const folder = join(makeFolder(), 'a@b')
    expect((await runInProcess(['init', folder])).code).toBe(2)
    expect((await runInProcess(['init', folder, '--name', 'fine'])).code).toBe(0)
  })

  it('gives editors a schema with the events of all systems and their data', () => {
    const { definitions, ...schema } = JSON.parse(JSON.stringify(editorSchema()))
    expect(definitions.events.anyOf).toContainEqual({
      const: 'message.sent',
      description: 'The agent sent a message. Its data: {"id":"msg_1","channel":"sms","to":"+15550100142"}',
    })
    // event-order and event-count
    expect(JSON.stringify(schema).split('"#/definitions/events"')).toHaveLength(3)
  })

  it('gives editors a schema that accepts the benchmark and rejects mistakes', () => {
    const ajv = new Ajv({ strict: false, allErrors: true })
    addFormats.default(ajv)
    const validate = ajv.compile(editorSchema())
    const definition = JSON.parse(JSON.stringify(starterFiles('x')['benchmark.json']))
    expect([validate(definition), validate.errors]).toEqual([true, null])
    const wrong = (edit: (copy: typeof definition) => void) => {
      const copy = structuredClone(definition)
      edit(copy)
      return validate(copy)
    }
    const criterion = (copy: typeof definition) => copy.tasks[0].criteria[0]
    expect(wrong((copy) => Object.assign(criterion(copy).assertion, { resource_typo: 1 }))).toBe(false)
    expect(wrong((copy) => Object.assign(criterion(copy).assertion, { assert: 'nothing' }))).toBe(false)
    expect(wrong((copy) => Object.assign(copy.environment.simulators[0], { type: 'Payer', config: { a: 1 } }))).toBe(
      false,
    )
    expect(wrong((copy) => Object.assign(copy.environment.datasets[0], { config: { a: 1 } }))).toBe(false)
    const payer = (policy: object) => ({ type: 'Payer', name: 'Plan', config: { policies: [policy] } })
    expect(wrong((copy) => copy.environment.simulators.push(payer({ file: 'mri.yaml' })))).toBe(true)
    expect(wrong((copy) => copy.environment.simulators.push(payer({ file: 1 })))).toBe(false)
    expect(wrong((copy) => copy.environment.simulators.push(payer({ file: 'mri.yaml', id: 'mri' })))).toBe(false)
  })
})

describe('validate', () => {
  it('finds counters that do not name a solution and a criterion of their task', async () => {
    const { folder, change } = await start()
    change((definition) => {
      const [task] = definition.tasks
      const { label } = task.criteria[0]
      const calls = [{ method: 'GET', path: 'fhir/metadata' }]
      task.counters = [
        { name: 'right', after: task.solutions[0].name, calls, fails: [label] },
        { name: 'wrong', after: 'another', calls, fails: [label, 'No such label'] },
      ]
    })
    expect(await readProblems(folder)).toEqual([
      expect.stringMatching(
        new RegExp(
          '^benchmark.json /tasks/0/counters/1/after ' +
            'must be the name of a solution of the task \\("[^)]+"\\), got "another"$',
        ),
      ),
      expect.stringMatching(
        new RegExp(
          '^benchmark.json /tasks/0/counters/1/fails/1 ' +
            'must be the label of a criterion of the task \\(.+\\), got "No such label"$',
        ),
      ),
    ])
  })

  it('finds solutions that share a name', async () => {
    const { folder, change } = await start()
    change((definition) => {
      const [task] = definition.tasks
      task.solutions = [task.solutions[0], { ...task.solutions[0], name: 'another' }, task.solutions[0]]
    })
    expect(await readProblems(folder)).toEqual([
      expect.stringMatching(
        new RegExp(
          '^benchmark.json /tasks/0/solutions/2/name ' +
            'must be unique among the solutions of the task, got ".+" twice$',
        ),
      ),
    ])
  })

  it('rejects labels in `fails` that several criteria share; elsewhere, criteria may share labels', async () => {
    const { folder, change } = await start()
    change((definition) => {
      const [task] = definition.tasks
      task.criteria[1].label = task.criteria[0].label
    })
    expect(await readProblems(folder)).toEqual([])
    change((definition) => {
      const [task] = definition.tasks
      const calls = [{ method: 'GET', path: 'fhir/metadata' }]
      task.counters = [{ name: 'wrong', calls, fails: [task.criteria[0].label] }]
    })
    expect(await readProblems(folder)).toEqual([
      expect.stringMatching(
        new RegExp(
          '^benchmark.json /tasks/0/counters/0/fails/0 ' +
            'must be the label of one criterion, got ".+", ' +
            'which /tasks/0/criteria/0 and /tasks/0/criteria/1 have$',
        ),
      ),
    ])
  })

  it('reports all errors with their places', async () => {
    const { folder, change } = await start()
    change((definition) => {
      definition.tasks[0].criteria[0].assertion.resource_typo = 'Encounter'
      definition.tasks[0].criteria[1].input_entity = 'nobody'
      definition.environment.simulators.push({ type: 'Payer', name: 'plan', config: { determination: [] } })
      definition.environment.simulators.push({ type: 'Abacus', name: 'x' })
    })
    const problems = await readProblems(folder)
    for (const place of [
      '/tasks/0/criteria/0/assertion/resource_typo',
      '/tasks/0/criteria/1/input_entity',
      '/environment/simulators/1/config/determination',
      '/environment/simulators/2/type',
    ]) {
      expect(problems.filter((problem) => problem.startsWith(`benchmark.json ${place} `))).toHaveLength(1)
    }
  })

  it('reports errors of shape first', async () => {
    const { folder, change } = await start()
    change((definition) => {
      definition.tasks[0].scenario = { steps: [{ type: 'receive_fax', from: '', text: '' }] }
      definition.tasks[0].criteria[0].weight = -1
      definition.environment.simulators.push({ type: 'Abacus', name: 'x' })
    })
    const problems = await readProblems(folder)
    expect(problems.map((problem) => problem.split(' ')[1]).sort()).toEqual([
      '/tasks/0/criteria/0/weight',
      '/tasks/0/scenario/steps/0/from',
    ])
  })

  it('names an unknown system, and the systems of the environment', async () => {
    const { folder, change } = await start()
    change((definition) => {
      definition.environment.simulators.push({ type: 'FHIR', name: 'research record', key: 'research' })
      const [task] = definition.tasks
      task.criteria[1].assertion.allow[0].system = 'reserch'
      task.solutions[0].calls[0].path = 'fhir@reserch/Encounter'
    })
    const expected = 'must be the key of a simulator that is not the first of its type ("research"), got "reserch"'
    expect(await readProblems(folder)).toEqual([
      `benchmark.json /tasks/0/criteria/1/assertion/allow/0/system ${expected}`,
      `benchmark.json /tasks/0/solutions/0/calls/0/path after "@" ${expected} in "fhir@reserch"`,
    ])
  })

  it('names the file of the data', async () => {
    const { folder } = await start()
    const bundle = { resourceType: 'Bundle', type: 'collection', entry: [{ resource: { resourceType: 'Patien' } }] }
    writeFileSync(join(folder, 'patients.json'), JSON.stringify(bundle))
    const [problem, ...others] = await readProblems(folder)
    expect(others).toEqual([])
    expect(problem).toMatch(/^(patients|benchmark)\.json .*Patien/)
    writeFileSync(join(folder, 'patients.json'), JSON.stringify({ bundle: 5 }))
    expect((await readProblems(folder))[0]).toMatch(/^patients\.json \/bundle /)
  })

  it('reads YAML, with dates as text', async () => {
    const folder = makeFolder()
    const definition = JSON.parse(JSON.stringify(starterFiles('dated')['benchmark.json']))
    definition.tasks[0].task_item.on = '2026-03-02'
    writeFileSync(join(folder, 'benchmark.yaml'), stringify(definition).replace('"2026-03-02"', '2026-03-02'))
    writeFileSync(join(folder, 'patients.json'), JSON.stringify(starterFiles('dated')['patients.json']))
    expect(await readProblems(folder)).toEqual([])
    writeFileSync(join(folder, 'benchmark.yaml'), 'a: [1\nb: 2')
    const broken = await runInProcess(['validate', folder])
    expect([broken.code, broken.err]).toEqual([2, expect.stringMatching(/benchmark\.yaml is not YAML: .*line/s)])
  })

  it('suggests init for a folder without a definition', async () => {
    const { code, err } = await runInProcess(['validate', makeFolder()])
    expect([code, err]).toEqual([2, expect.stringMatching(/has no benchmark\.json, benchmark\.yaml.*carebench init/)])
  })

  it('has readable output', async () => {
    const { folder, change } = await start()
    change((definition) => {
      definition.tasks[0].naem = 'x'
    })
    const { out, code } = await runInProcess(['validate', folder])
    expect(code).toBe(1)
    expect(out).toMatch(
      new RegExp(
        '^1 problem\\n\\n.*benchmark\\.json\\n {2}/tasks/0/naem \\(line 1, .*' +
          '\\n {4}is not a known field; did you mean "name"\\?',
        's',
      ),
    )
  })

  it('names the simulator that cannot be seeded, and says why a step is invalid', async () => {
    const { folder, change } = await start()
    const readProblems = async () => JSON.parse((await runInProcess(['validate', folder, '--json'])).out).problems
    change((definition) => {
      const config = { personas: { clerk: {} }, numbers: { '+15550100171': { persona: 'clark' } } }
      definition.environment.simulators.push({ type: 'Voice', name: 'Telephone', config })
    })
    expect(await readProblems()).toMatchObject([
      {
        path: '/environment',
        message: expect.stringMatching(/: Voice: numbers\["\+15550100171"\]\.persona: .*\(clerk\), got clark/),
      },
    ])
    change((definition) => {
      definition.tasks[0].scenario = { steps: [{ type: 'advance_clock', seconds: 5, at_seconds: 5 }] }
    })
    expect(await readProblems()).toMatchObject([{ message: 'is not a field of the type "advance_clock"' }])
  })

  it.each<[string, unknown, string]>([
    [
      'serverity',
      'major',
      'is not a known field; did you mean "severity"? Known are assertion, axis, guard, harm, input_entity, ' +
        'item, label, severity, weight',
    ],
    [
      'zzz',
      'major',
      'is not a known field; known are assertion, axis, guard, harm, input_entity, item, label, severity, weight',
    ],
    ['severity', 'grave', 'must be one of "critical", "major", "minor", found "grave"'],
    ['weight', 'two', 'must be a number, found "two"'],
    ['label', '', 'must have at least 1 character, found ""'],
  ])('says what is wrong with the member %s of a criterion: %j', async (name, value, message) => {
    const { folder, change } = await start()
    change((definition) => {
      definition.tasks[0].criteria[0][name] = value
    })
    const { out } = await runInProcess(['validate', folder, '--json'])
    expect(JSON.parse(out).problems[0]).toMatchObject({ path: `/tasks/0/criteria/0/${name}`, message })
  })

  it.each<[object, string, string]>([
    [{ allow: 'x' }, '/allow', 'must be an array such as ["x"], found "x"'],
    [{ alow: [] }, '/alow', 'is not a known member; did you mean "allow"?'],
    [
      { allow: [{ collection: 'fhir.Task', feilds: ['status'] }] },
      '/allow/0/feilds',
      'is not a known member; did you mean "fields"?',
    ],
    [
      { allow: [{ collection: 'fhir.Task', fields: 'status' }] },
      '/allow/0/fields',
      'must be an array such as ["status"], found "status"',
    ],
    [{ allow: [{ collection: 'fhir.Task', fields: [] }] }, '/allow/0/fields', 'must have at least 1 item, found []'],
  ])('says what is wrong with the assertion %j', async (members, path, message) => {
    const { folder, change } = await start()
    change((definition) => {
      definition.tasks[0].criteria[1].assertion = { assert: 'no-collateral', ...members }
    })
    const { out } = await runInProcess(['validate', folder, '--json'])
    expect(JSON.parse(out).problems).toContainEqual(
      expect.objectContaining({ path: `/tasks/0/criteria/1/assertion${path}`, message }),
    )
  })

  it('lists errors of the shape and of assertions in one run', async () => {
    const { folder, change } = await start()
    change((definition) => {
      const [first, second] = definition.tasks[0].criteria
      first.severity = 'grave'
      first.assertion = { assert: 'no-such-kind' }
      second.assertion = { assert: 'event-count', type: 'message.sent', count: 1, guard: true }
    })
    const places = (await readProblems(folder)).map((line) => line.split(' ')[1])
    const at = '/tasks/0/criteria'
    expect(places).toEqual([`${at}/0/severity`, `${at}/0/assertion/assert`, `${at}/1/assertion/guard`])
  })

  it('reports an event that no system emits, and the one that is meant', async () => {
    const { folder, change } = await start()
    change((definition) => {
      definition.tasks[0].criteria[0].assertion = { assert: 'event-count', type: 'message.snet', count: 0 }
    })
    expect(await readProblems(folder)).toEqual([expect.stringContaining('did you mean "message.sent"?')])
  })

  it('names file, place, task and criterion, as audit does', async () => {
    const { folder, file } = await start()
    const definition = JSON.parse(readFileSync(file, 'utf8'))
    definition.tasks[0].criteria[0].assertion.resource_typo = 'Encounter'
    const bundle = { resourceType: 'Bundle', type: 'collection', entry: [{ resource: { resourceType: 'Patien' } }] }
    writeFileSync(join(folder, 'patients.json'), JSON.stringify(bundle, null, 2))
    for (const [name, text] of [
      ['benchmark.json', JSON.stringify(definition, null, '\t')],
      ['benchmark.yaml', stringify(definition)],
    ] as const) {
      rmSync(file, { force: true })
      writeFileSync(join(folder, name), text)
      const { out } = await runInProcess(['validate', folder, '--json'])
      const { problems } = JSON.parse(out)
      const line = text.split('\n').findIndex((one) => one.includes('resource_typo'))
      const column = text.split('\n')[line]?.search(/"?resource_typo/) ?? 0
      expect(problems).toContainEqual({
        file: join(folder, name),
        path: '/tasks/0/criteria/0/assertion/resource_typo',
        line: line + 1,
        column: column + 1,
        task: 'Record the visit',
        criterion: 'The visit is recorded as finished, once',
        message: expect.any(String),
      })
      expect(problems).toContainEqual(expect.objectContaining({ file: join(folder, 'patients.json'), line: 6 }))
      const validated = await runInProcess(['validate', folder])
      const audited = await runInProcess(['audit', folder])
      expect([validated.code, audited.code, audited.out]).toEqual([1, 2, ''])
      expect(audited.err).toContain(validated.out)
    }
  })

  it('names the place of a syntax error, and says why a file cannot be read, as audit does', async () => {
    const { folder, file, change } = await start()
    change((definition) => {
      definition.environment.datasets[0].file = 'none.json'
    })
    const errors = async () => {
      const all = [await runInProcess(['validate', folder]), await runInProcess(['audit', folder])]
      expect(all.map(({ code, out }) => [code, out])).toEqual([
        [2, ''],
        [2, ''],
      ])
      const [validated, audited] = all.map(({ err }) => err)
      expect(validated).toBe(audited)
      return validated?.replaceAll(/\s+/g, ' ') ?? ''
    }
    const missing = await errors()
    expect(missing).toMatch(/none\.json cannot be read: there is no such file/)
    expect(missing).toMatch(/benchmark\.json names it at \/environment\/datasets\/0\/file \(line 1, column \d+\)/)
    expect(missing).not.toContain('ENOENT')
    writeFileSync(file, '{\n  "name": "x",\n  "tasks": [}\n')
    expect(await errors()).toMatch(/benchmark\.json is not JSON at line 3, column 13: /)
    writeFileSync(file, '{\n  "name": "x"')
    expect(await errors()).toMatch(/benchmark\.json is not JSON at line 2, column 14: /)
  })
})

describe('files of other authors', () => {
  const refusalOf = async (path: string) => {
    const { code, out, err } = await runInProcess(['validate', path])
    expect([code, out]).toEqual([2, ''])
    return err
  }

  it('cannot read data outside their folder by a name or a link', async () => {
    const { folder, change } = await start()
    const outside = makeFolder()
    renameSync(join(folder, 'patients.json'), join(outside, 'private.json'))
    symlinkSync(join(outside, 'private.json'), join(folder, 'patients.json'))
    expect(await refusalOf(folder)).toContain('the dataset file patients.json is not in the folder of the benchmark')
    symlinkSync(outside, join(folder, 'data'))
    for (const file of ['data/private.json', `../${outside}/private.json`, join(outside, 'private.json'), '..']) {
      change((definition) => {
        definition.environment.datasets[0].file = file
      })
      expect(await refusalOf(folder)).toContain('is not in the folder of the benchmark')
    }
  })

  it('may be links within their folder, or in a linked folder', async () => {
    const { folder } = await start()
    renameSync(join(folder, 'patients.json'), join(folder, 'people.json'))
    symlinkSync('people.json', join(folder, 'patients.json'))
    const link = join(makeFolder(), 'link')
    symlinkSync(folder, link)
    expect(await readProblems(folder)).toEqual([])
    expect(await readProblems(link)).toEqual([])
  })

  it.skipIf(process.platform === 'win32')('are not read if they are pipes', async () => {
    const { folder } = await start()
    rmSync(join(folder, 'patients.json'))
    execFileSync('mkfifo', [join(folder, 'patients.json')])
    expect(await refusalOf(folder)).toContain('patients.json is not a file')
  })

  const bomb = Array.from({ length: 9 }, (_, at) => `a${at}: &a${at} [${Array(9).fill(at ? `*a${at - 1}` : 'x')}]`)
  it.each([
    ['aliases of aliases', bomb.join('\n'), 'alias'],
    ['an alias of itself', 'a: &a [*a]', 'is nested deeper than 100 levels'],
    ['lists in lists', `a: ${'['.repeat(150)}${']'.repeat(150)}`, 'is nested deeper than 100 levels'],
    ['very many lists in lists', `a: ${'['.repeat(20_000)}${']'.repeat(20_000)}`, 'benchmark.yaml is not YAML'],
    ['an infinite number', 'a: {b/c: [1, .inf]}', '/a/b~1c/1 must be a number that JSON can represent, got Infinity'],
    ['no number', 'a: .nan', '/a must be a number'],
    ['bytes', 'a: !!binary "AAAA"', '/a must be a JSON value'],
    ['a set', 'a: !!set {b, c}', '/a must be a JSON value'],
    ['an ordered map', 'a: !!omap [b: 1]', '/a must be a JSON value'],
    ['a time', 'a: !!timestamp 2026-01-05', '/a must be a JSON value'],
  ])('with %s are refused in one sentence', async (_, text, message) => {
    const folder = makeFolder()
    writeFileSync(join(folder, 'benchmark.yaml'), text)
    expect(await refusalOf(folder)).toContain(message)
  })

  it('with data that is nested too deeply are refused', async () => {
    const { folder } = await start()
    writeFileSync(join(folder, 'patients.json'), `{"bundle":${'['.repeat(50_000)}${']'.repeat(50_000)}}`)
    expect(await refusalOf(folder)).toContain('patients.json: / is nested deeper than 100 levels')
  })

  it.each([
    ['benchmark.json', '{"name": \u001b]0;x\u0007'],
    ['benchmark.yaml', 'a: [\u001b]0;x\u0007\nb: }'],
    ['benchmark.json', '{"environment": {"datasets": [{"file": "../\\u001b]0;x\\u0007\\u202e"}]}}'],
  ])('cause no control characters in messages: %s', async (name, text) => {
    const folder = makeFolder()
    writeFileSync(join(folder, name), text)
    const err = await refusalOf(folder)
    expect(err).toContain(']0;x')
    expect(err.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}]/u)
  })
})

describe('publish', () => {
  async function connect() {
    const server = await startLocalServer({ port: 0, host: '127.0.0.1', fixtures: [] })
    onTestFinished(() => server.close())
    const environment = {
      CAREBENCH_URL: server.url,
      CAREBENCH_ORGANIZATION_KEY: server.organizationKey,
      CAREBENCH_CA: server.caFile,
    }
    return (args: readonly string[]) => runInProcess(args, { environment })
  }

  it('creates a version for new content, but not for the same', async () => {
    const { folder, change } = await start()
    const run = await connect()
    const first = await run(['publish', folder])
    expect([first.code, first.out]).toEqual([0, 'triage@1\n'])
    const again = await run(['publish', folder, '--json'])
    expect(JSON.parse(again.out)).toMatchObject({ reference: 'triage@1', published: false, audit: { ok: true } })
    change((definition) => {
      definition.tasks[0].criteria[0].weight = 3
    })
    const second = await run(['publish', folder, '--json'])
    expect(JSON.parse(second.out)).toMatchObject({ reference: 'triage@2', published: true })
    expect((await run(['publish', folder])).err).toContain('nothing was published')
  })

  it('says who can read the answer key, unless every run is scored', async () => {
    const { folder, change } = await start()
    const run = await connect()
    expect((await run(['publish', folder])).err).toContain(
      'triage@1 is not "scored_only": every Solver of your organization can run it unscored',
    )
    change((definition) => {
      definition.visibility = 'Public'
    })
    expect((await run(['publish', folder])).err).toContain('every Solver of every organization')
    change((definition) => {
      definition.overrides = { ...definition.overrides, scored_only: true }
    })
    const scored = await run(['publish', folder])
    expect([scored.code, scored.err]).toEqual([0, expect.not.stringContaining('scored_only')])
    expect(JSON.parse((await run(['publish', folder, '--json'])).out)).toMatchObject({ scored_only: true })
  })

  it('does not publish a benchmark whose audit has errors, unless they are allowed', async () => {
    const { folder, change } = await start()
    const run = await connect()
    change((definition) => {
      definition.tasks[0].criteria[0].assertion = {
        assert: 'fhir-resource-state',
        resource_type: 'Patient',
        search: {},
      }
    })
    const refused = await run(['publish', folder])
    expect([refused.code, refused.out]).toEqual([1, ''])
    expect(refused.err).toContain('error vacuous')
    const allowed = await run(['publish', folder, '--allow-findings'])
    expect([allowed.code, allowed.out]).toEqual([0, 'triage@1\n'])
  })

  it('reports errors before it calls the server', async () => {
    const { folder, change } = await start()
    change((definition) => {
      delete definition.tasks[0].name
    })
    const { code, out, err } = await runInProcess(['publish', folder], {
      environment: { CAREBENCH_URL: 'https://127.0.0.1:9', CAREBENCH_ORGANIZATION_KEY: 'vk_x' },
    })
    expect([code, out]).toEqual([1, ''])
    expect(err).toContain('/tasks/0/name')
  })
})
