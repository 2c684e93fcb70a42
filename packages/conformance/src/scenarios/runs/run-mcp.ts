import { type Answer, at, type Call, listAt } from '../../exchange/exchange.js'
import { filled, type Pattern, same } from '../../expectation/pattern.js'
import { scenario } from '../../scenario/scenario.js'
import { must, textIn } from '../../scenario/unmet.js'

const instruction = 'Report the number of faxes.'
const letter = { to_number: '+15550100', document_type: 'report', text: 'No tear of the meniscus.' }
const er7 = 'MSH|^~\\&|EHR|CLINIC|LAB|CLINIC|||ORU^R01|MSG0001|P|2.5.1\rPID|1||p1\r'
const bytes = 'JVBERi0xLjQK/w=='
const criterion = {
  label: 'the hidden criterion',
  assertion: { assert: 'output-match', fields: [{ path: 'count', expected: 3 }] },
}
const accept = { accept: 'application/json, text/event-stream' }

/** Returns functions that list and use the tools of a run. */
function listTools(call: Call, runId: string, headers: Readonly<Record<string, string>> = {}) {
  const target = `/v1/benchmark-runs/${runId}/mcp`
  const message = (method: string, params: object) =>
    call('POST', target, { jsonrpc: '2.0', id: 1, method, params }, { ...accept, ...headers })
  return {
    list: () => message('tools/list', {}),
    use: (name: string, args: object = {}) => message('tools/call', { name, arguments: args }),
  }
}

/** Matches a result of a tool that has these members. */
function result(structuredContent: Pattern) {
  return { status: 200, body: { result: { isError: false, structuredContent } } }
}

const failed = { status: 200, body: { result: { isError: true } } }

/** Returns the first content of a result as JSON. */
function readContent(answer: Answer): unknown {
  try {
    return JSON.parse(textIn(answer, 'result', 'content', 0, 'text'))
  } catch {
    return undefined
  }
}

export const runProtocol = scenario({
  name: 'A task over the Model Context Protocol',
  ids: [
    'run-mcp.tools',
    'run-mcp.start-task',
    'run-mcp.whole-task',
    'run-mcp.submit',
    'run-mcp.scored',
    'run-mcp.same-log',
    'run-mcp.chosen',
    'run-mcp.token',
    'run-mcp.arguments',
    'run-mcp.bodies',
    'run-mcp.pages',
  ],
  needs: ['organization-key', 'solver-key', 'authoring'],
  async run(k) {
    const steps = [{ type: 'drop_file_inbox', path: 'scan.pdf', content_base64: bytes }]
    // On a real clock, the logs of two runs would differ in their times.
    const starts_at = '1999-03-04T08:00:00.000Z'
    const task = { task_item: { instruction }, starts_at, scenario: { steps }, criteria: [criterion] }
    const { reference } = await k.publish({
      name: 'over-mcp',
      concurrency: 2,
      overrides: { clock: 'stepped', seed: 7 },
      simulators: [
        { type: 'Fax', name: 'front desk' },
        { type: 'Fax', name: 'imaging center', key: 'imaging' },
        { type: 'HL7', name: 'interface' },
        { type: 'Files', name: 'files' },
      ],
      tasks: [task, task],
    })
    const run = await k.createRun(reference, { scored: true })
    const { list, use } = listTools(run.call, run.id)
    const started = await use('start_task')
    k.answer(
      'run-mcp.start-task',
      started,
      result({ task_run_id: run.taskRun(0), task_item: { instruction }, phase: 'started', remaining: 2 }),
    )
    const listed = await list()
    const names = listAt(listed.body, 'result', 'tools').map((tool) => at(tool, 'name'))
    for (const name of ['start_task', 'clock', 'wait', 'submit', 'faxes_send_fax']) {
      k.value('run-mcp.tools', names.includes(name), true, listed)
    }
    k.value(
      'run-mcp.tools',
      names.some((name) => String(name).startsWith('fhir_')),
      false,
      listed,
    )
    k.value('run-mcp.tools', listed.text.includes(instruction), false, listed)

    k.answer('run-mcp.arguments', await use('faxes_list_faxes', { id: 'fax_1' }), failed)
    const refused = readContent(await use('faxes_list_faxes', { query: 5 }))
    k.value('run-mcp.arguments', at(refused, 'error', 'errors', 0, 'path'), '/query')
    const before = readContent(await use('clock'))
    for (const text of ['1', '2', '3']) {
      k.answer(
        'run-mcp.whole-task',
        await use('faxes_send_fax', { body: { ...letter, text } }),
        result({ status: 201 }),
      )
    }
    const waited = await use('wait', { seconds: 60 })
    k.answer('run-mcp.whole-task', waited, result({ now: filled }))
    const passed = Date.parse(String(at(readContent(waited), 'now'))) - Date.parse(String(at(before, 'now')))
    // Three calls of one second each; rejected calls have not moved the clock.
    k.value('run-mcp.arguments', passed, 63_000, waited)
    const page = await use('faxes_list_faxes', { query: { limit: 2 } })
    const cursor = at(readContent(page), 'body', '_meta', 'next')
    const rest = await use('faxes_list_faxes', { query: { limit: 2, cursor } })
    const lengths = [page, rest].map((answer) => listAt(readContent(answer), 'body', 'data').length)
    k.value('run-mcp.pages', lengths, [2, 1], page, rest)
    k.answer('run-mcp.bodies', await use('hl7_send_message', { body: er7 }), result({ status: 201 }))
    const scan = await use('files_read_file', { folder: 'inbox', name: 'scan.pdf' })
    k.value('run-mcp.bodies', at(scan.body, 'result', 'content', 1, 'resource', 'blob'), bytes, scan)
    const file = await use('files_write_outbound_file', { name: 'a/b.txt', body: 'text', content_type: 'text/plain' })
    k.answer('run-mcp.bodies', file, result({ status: 201, body: { size: 4 } }))

    const second = listTools(run.call, run.id, { 'task-run-id': run.taskRun(1) })
    k.answer('run-mcp.chosen', await second.use('start_task'), result({ task_run_id: run.taskRun(1) }))
    k.answer('run-mcp.chosen', await use('faxes_list_faxes'), failed)
    k.answer('run-mcp.chosen', await second.use('faxes_list_faxes'), result({ status: 200, body: { data: [] } }))

    const first = listTools(run.call, run.id, { 'task-run-id': run.taskRun(0) })
    const submitted = await first.use('submit', { output: { count: 3 } })
    const ended = { task_run_id: run.taskRun(0), phase: 'completed', status: 'completed', remaining: 1 }
    k.answer('run-mcp.submit', submitted, result(ended))
    k.value('run-mcp.submit', at(submitted.body, 'result', 'structuredContent'), same(ended), submitted)
    for (const answer of [started, listed, submitted]) {
      k.value('run-mcp.scored', /verdict|score|criteri|credential|client_secret/i.test(answer.text), false, answer)
    }
    must(await second.use('submit'), 200)
    const { body } = await run.read()
    k.value(
      'run-mcp.whole-task',
      listAt(body, 'task_runs').map((one) => at(one, 'verdict')),
      ['pass', 'fail'],
    )

    await k.part(async () => {
      const [overHttp, overMcp] = [await k.createRun(reference), await k.createRun(reference)]
      must(await overHttp.start(), 200)
      must(await overHttp.system('POST', 'faxes@imaging', letter, { accept: '*/*' }), 201)
      must(await overHttp.complete(), 200)
      const own = listTools(overMcp.call, overMcp.id)
      await own.use('start_task')
      await own.use('faxes_send_fax', { system: 'faxes@imaging', body: letter })
      await own.use('submit')
      const logOf = async (id: string) => at(must(await k.call('GET', `/task-runs/${id}/record`), 200).body, 'log')
      k.value('run-mcp.same-log', await logOf(overMcp.taskRun()), same(await logOf(overHttp.taskRun())))

      const ping = { jsonrpc: '2.0', id: 1, method: 'ping' }
      for (const token of [overHttp.token, k.solverKey, k.organizationKey, null]) {
        k.answer('run-mcp.token', await k.as(token)('POST', `/v1/benchmark-runs/${overMcp.id}/mcp`, ping, accept), 401)
      }
      k.answer('run-mcp.token', await overMcp.call('POST', '/mcp', ping, accept), 401)
    })
  },
})
