import { SimulatedSystemError, type SolverRun } from '@carebench/client'
import { fixtures } from '@carebench/fixtures'
import type { BenchmarkDefinition, JsonObject } from '@carebench/protocol'
import { callInMemory, publishBenchmark } from '@carebench/service'
import type { OpenDashboard, Visitor } from './open-dashboard.js'

// An organization with a hostile text in every field that somebody can write.

/**
 * A script in each form in which a page could run it; without a slash, because names of benchmarks must not have one.
 */
const element = `"'><img src=x onerror="document.title='run'"><svg onload="document.title='run'">`

/** Texts that break pages: they run, turn or hide text, are long, or contain what a terminal interprets. */
export const hostile = {
  script: `</script></style></textarea></title><script>document.title='run'</script>${element}`,
  element,
  link: `javascript:document.title='run'`,
  /** Overrides, isolates, marks and letters from right to left. */
  turned: `\u202egnp.exe\u202c \u2067שלום\u2069 \u200fمرحبا user@example.org`,
  /** No width, or more marks than a line has room for. */
  hidden: `in\u200bvis\u00adible\u2060 \ufeffz\u0300\u0301\u0302\u0303\u0304\u0305\u0306\u0307\u0308\u0309`,
  /** Control characters, among them those that move a cursor and end a text. */
  control: `bell\u0007 \u001b[31mred\u001b[0m nul\u0000 back\u0008 next\u0085 line\u2028 page\u000c`,
  quotes: `"double" 'single' \`tick\` &amp; &lt;b&gt; \${x} {{x}} %3Cb%3E`,
  unbroken: 'W'.repeat(180),
  /** Ten thousand bytes without a place to break a line. */
  long: `L${'o'.repeat(10_000)}ng`,
} as const

const texts = Object.values(hostile)

/** Returns the texts in turn by an index, cut to the maximum length of a field. */
function draw(index: number, longest = 200): string {
  return (texts[index % texts.length] ?? '').slice(0, longest)
}

/** An organization whose fields have hostile texts. */
export interface HostileOrganization {
  readonly organizationKey: string
  readonly visitor: Visitor
  /** A run in progress. */
  readonly active: SolverRun
  /** Its pages below `/dashboard`: the lists, a completed run, its task run, a playground. */
  readonly starts: readonly string[]
}

/** Writes hostile texts through the interface and the forms. */
export async function createHostileOrganization(open: OpenDashboard): Promise<HostileOrganization> {
  const { organizationKey, solverKey } = await open.service.provisionOrganization(hostile.script.slice(0, 200))
  const call = callInMemory(open.service, organizationKey)
  const definition = hostileBenchmark()
  await publishBenchmark(call, definition, { allowFindings: true })
  const visitor = await open.signIn(organizationKey)
  for (const [index, text] of texts.entries()) {
    const [name, description] = [text.slice(0, 200), draw(index + 1, 1000)]
    await visitor.send('/solvers', { new_name: name, new_alias: `alias-${index}`, new_description: description })
    await visitor.send('/keys', { name })
  }
  await visitor.send('/solvers', {
    new_name: hostile.unbroken,
    new_alias: 'W'.repeat(64),
    new_description: hostile.long,
  })
  const [solver] = (await call('listSolvers', {})).data
  for (const text of texts) {
    const body = { name: text.slice(0, 200) }
    await call('createSolverKey', { params: { id: solver?.id ?? '' }, body })
  }
  const runOf = () =>
    open.solverWith(solverKey).runs.create({
      benchmark: `${definition.name}@1`,
      agent: hostile.unbroken.slice(0, 200),
      group: hostile.element.slice(0, 200),
    })
  const [first, active] = [await runOf(), await runOf()]
  const [task] = first.tasks
  if (task === undefined) throw new Error('The hostile benchmark has no task.')
  const session = await task.start()
  // A system may reject a text; then the log has the call.
  const tried = async (call: Promise<unknown>) => {
    await call.catch((error: unknown) => {
      if (!(error instanceof SimulatedSystemError)) throw error
    })
  }
  for (const [index, text] of texts.entries()) {
    await tried(session.fhir.create({ resourceType: 'Patient', name: [{ family: text, given: [draw(index + 2)] }] }))
    await tried(session.fhir.search('Patient', { name: text.slice(0, 150) }))
    await tried(session.messages.send({ channel: 'sms', to: '+15550100192', body: text.slice(0, 1500) }))
    await tried(session.fax.send({ to_number: '+15550100147', document_type: 'other', text: text.slice(0, 5000) }))
  }
  await tried(session.hl7.send(`MSH|^~\\&|A|B|C|D|20260304||SIU^S12|1|P|2.5\rPID|||${element}`))
  await session.complete({ output: { said: texts, [hostile.script]: hostile.element } })
  const environment = (await call('listEnvironments', {})).data[0]?.id ?? ''
  const started = await visitor.send('/playgrounds', { environment, seed: '7' })
  const lists = ['/runs', '/compare', '/benchmarks', '/playgrounds', '/solvers', '/keys']
  const [taskRun] = (await call('getBenchmarkRun', { params: { id: first.id } })).task_runs
  const playgrounds = (await call('listPlaygrounds', {})).data.filter(({ task_run_id: id }) => id === taskRun?.id)
  const { data: sandboxes } = await call('listSandboxes', {
    query: { playground_id: playgrounds[0]?.id ?? '', limit: '100' },
  })
  const starts = [
    ...lists,
    `/search?${new URLSearchParams({ q: hostile.element })}`,
    `/runs/${first.id}`,
    `/compare?one=${first.id}&other=${first.id}`,
    `/task-runs/${taskRun?.id}`,
    `/task-runs/${taskRun?.id}/regrade`,
    ...sandboxes.map(({ id }) => `/sandboxes/${id}`),
    (started.headers.location ?? '').replace('/dashboard', ''),
    `/runs/${active.id}`,
    `/task-runs/${active.tasks[0]?.id}`,
  ]
  return { organizationKey, visitor, active, starts }
}

/** A benchmark of many systems whose texts are hostile. */
function hostileBenchmark(): BenchmarkDefinition {
  const source = fixtures.referral
  const name = (index: number) => `${index} ${draw(index, 150)}`
  return {
    ...source,
    name: `x ${element}`,
    description: draw(0, 1000),
    visibility: 'Private',
    environment: {
      name: name(1),
      description: hostile.long.slice(0, 1000),
      simulators: source.environment.simulators.map((one, index) => ({ ...one, name: name(index) })),
      datasets: source.environment.datasets.map((one, index) => ({
        ...one,
        name: name(index + 3),
        description: draw(index),
      })),
    },
    tasks: source.tasks.map((task) => ({
      ...task,
      name: hostile.script.slice(0, 200),
      tags: [hostile.script.slice(0, 60), hostile.turned.slice(0, 60), 'W'.repeat(60)],
      task_item: {
        ...task.task_item,
        instruction: texts.join('\n'),
        inputs: { [element]: hostile.long },
      } as JsonObject,
      solutions: [],
      counters: [],
      criteria: task.criteria.map((criterion, index) => ({ ...criterion, label: name(index) })),
    })),
  }
}
