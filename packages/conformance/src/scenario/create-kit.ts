import { type Answer, type Call, NoResponseError } from '../exchange/exchange.js'
import type { Recorder } from '../exchange/recorder.js'
import { cutShown, describe, findFaults, type Pattern } from '../expectation/pattern.js'
import type { Profile } from '../requirements/requirement.js'
import type { RequirementId } from '../requirements/requirements.js'
import { createAgentRun } from './agent-run.js'
import type { CheckBook, Trouble } from './check-book.js'
import { clinicPlan } from './clinic.js'
import type { AnswerPattern, Kit, PlainAnswer } from './kit.js'
import { awaitAudit, type Published, publishPlan } from './publish.js'
import type { Need, Scenario } from './scenario.js'
import { must, textIn, UnmetPreconditionError } from './unmet.js'

/** The common context of all scenarios of a run. */
export interface KitContext {
  readonly profile: Profile
  readonly recorder: Recorder
  readonly book: CheckBook
  readonly keys: {
    readonly organization?: string | undefined
    readonly solver?: string | undefined
    readonly operator?: string | undefined
    readonly otherOrganization?: string | undefined
    readonly otherSolver?: string | undefined
  }
  readonly benchmark: string | undefined
  readonly prefix: string
  readonly advance: ((seconds: number) => Promise<void>) | undefined
  readonly sleep: (milliseconds: number) => Promise<void>
  readonly plain: ((method: string, target: string) => Promise<PlainAnswer>) | undefined
  readonly exchange: Kit['exchange'] | undefined
  readonly signal: AbortSignal
  /** The kit's own benchmark, created on demand. */
  clinic?: Promise<Published>
}

/** Maximum waiting time in seconds if the clock cannot be advanced. */
const maxWaitSeconds = 5

/** How long requests with status 503 are retried, in seconds. */
const maxUnavailableSeconds = 15

/** How often a closing port is polled, and the pause between two polls in milliseconds. */
const closingLooks = { count: 20, pause: 250 }

/** Says what the context lacks for a need of a scenario, and how to provide it; null if nothing. */
export function lacks({ keys, benchmark, profile, advance, plain }: KitContext, need: Need): string | null {
  switch (need) {
    case 'organization-key':
      return keys.organization === undefined
        ? 'It needs an organization API key: set CAREBENCH_ORGANIZATION_KEY.'
        : null
    case 'solver-key':
      return keys.solver === undefined ? 'It needs a Solver key: set CAREBENCH_SOLVER_KEY.' : null
    case 'operator-key':
      return keys.operator === undefined ? 'It needs the operator key: set CAREBENCH_OPERATOR_KEY.' : null
    case 'second-organization':
      return keys.otherOrganization === undefined || keys.otherSolver === undefined
        ? 'It needs a second organization: set CAREBENCH_OPERATOR_KEY to have one created, or ' +
            'CAREBENCH_OTHER_ORGANIZATION_KEY and CAREBENCH_OTHER_SOLVER_KEY.'
        : null
    case 'benchmark':
      return profile === 'core' && benchmark === undefined
        ? 'It needs a published benchmark: give --benchmark NAME@N. The specification has no call that publishes one.'
        : null
    case 'authoring':
      return profile === 'core'
        ? 'It needs a benchmark with known criteria, which the specification has no call to write; use the profile ' +
            'extended.'
        : null
    case 'clock':
      return advance === undefined ? 'It needs a manual clock, as in carebench serve --clock manual.' : null
    case 'plain-http':
      return plain === undefined ? 'It needs a way to send requests without TLS: pass "plain".' : null
  }
}

/** Creates the kit of one scenario. */
export function createKit(
  context: KitContext,
  { name: scenario, ids }: Scenario,
): Kit & { readonly finish: () => void } {
  const { recorder, keys, book, prefix } = context
  const declared = new Set<RequirementId>(ids)
  const checked = new Set<RequirementId>()
  let trouble: Trouble | undefined

  const record = (id: RequirementId, actual: unknown, pattern: Pattern, of: readonly Answer[]) => {
    if (!declared.has(id)) throw new TypeError(`The scenario ${scenario} does not declare ${id}.`)
    const faults = findFaults(actual, pattern).map(recorder.redaction.fault)
    checked.add(id)
    const exchanges = of.map(({ exchange }) => exchange.number)
    const expected = cutShown(recorder.redaction.text(describe(pattern)))
    book.checks.push({ id, scenario, passed: faults.length === 0, expected, faults, exchanges })
  }
  const key = (configured: string | undefined, what: string): string => {
    if (configured === undefined) throw new UnmetPreconditionError(`There is no ${what}.`)
    return configured
  }
  const name = (label: string) => `${prefix}${label}`
  const organizationCall: Call = (...call) => recorder.as(key(keys.organization, 'organization key'))(...call)
  const kit: Kit = {
    profile: context.profile,
    call: organizationCall,
    as: (token) => recorder.as(token),
    get organizationKey() {
      return key(keys.organization, 'organization key')
    },
    get solverKey() {
      return key(keys.solver, 'Solver key')
    },
    get operatorKey() {
      return key(keys.operator, 'operator key')
    },
    get other() {
      return {
        call: recorder.as(key(keys.otherOrganization, 'key of a second organization')),
        solverKey: key(keys.otherSolver, 'Solver key of a second organization'),
      }
    },
    answer(id, answer, expected: AnswerPattern) {
      const pattern: Pattern = typeof expected === 'number' ? { status: expected } : (expected as Pattern)
      const { status, headers, body, text } = answer
      record(id, { status, headers, body, text }, pattern, [answer])
    },
    value: (id, actual, expected, ...of) => record(id, actual, expected, of),
    notApplicable: (id, reason) => void book.notApplicable.set(id, reason),
    async part(work) {
      try {
        await work()
      } catch (error) {
        if (context.signal.aborted) throw error
        trouble ??= toTrouble(scenario, error)
      }
    },
    name,
    create: async (target, body, call = organizationCall) =>
      textIn(must(await call('POST', target, body), 200, 201), 'id'),
    async reference() {
      return context.benchmark ?? (await kit.clinic()).reference
    },
    clinic() {
      context.clinic ??= publishPlan(organizationCall, context.sleep, name, clinicPlan)
      return context.clinic
    },
    publish: (plan) => publishPlan(organizationCall, context.sleep, name, plan),
    audited: (published) => awaitAudit(organizationCall, context.sleep, published),
    createRun: (reference, options = {}) =>
      createAgentRun(kit.as, organizationCall, reference, { key: options.key ?? kit.solverKey, ...options }),
    async elapse(seconds) {
      if (context.advance !== undefined) return context.advance(seconds)
      if (seconds > maxWaitSeconds)
        throw new UnmetPreconditionError(`It needs ${seconds} seconds to pass, and the server has no manual clock.`)
      await context.sleep(seconds * 1000)
    },
    hasClock: context.advance !== undefined,
    plain(method, target) {
      if (context.plain === undefined) throw new UnmetPreconditionError('There is no way to send requests without TLS.')
      return context.plain(method, target)
    },
    async exchange(place, sent, isDone) {
      if (context.exchange === undefined)
        throw new UnmetPreconditionError('There is no way to connect to channels: pass "exchange".')
      return context.exchange(place, sent, isDone)
    },
    async available(send) {
      for (let waited = 0; ; ) {
        const answer = await send()
        if (answer.status !== 503 || waited >= maxUnavailableSeconds) return answer
        const seconds = Math.max(1, Number(answer.headers['retry-after']) || 1)
        waited += seconds
        await context.sleep(seconds * 1000)
      }
    },
    async closes(place) {
      for (let look = 0; look < closingLooks.count; look++) {
        // The server responds to an empty message at once.
        if (!(await kit.exchange(place, '\x0b\x1c\r', (text) => text !== '')).connected) return true
        await context.sleep(closingLooks.pause)
      }
      return false
    },
  }
  const finish = () => {
    const why = trouble ?? {
      scenario,
      message: 'The scenario ended without making this check.',
      exchanges: [],
      isOurs: true,
    }
    for (const id of ids) {
      if (!checked.has(id) && !book.notApplicable.has(id) && !book.troubles.has(id)) book.troubles.set(id, why)
    }
  }
  return Object.defineProperties({ finish }, Object.getOwnPropertyDescriptors(kit)) as Kit & {
    readonly finish: () => void
  }
}

function toTrouble(scenario: string, error: unknown): Trouble {
  if (error instanceof UnmetPreconditionError) {
    const exchanges = error.exchange === undefined ? [] : [error.exchange]
    return { scenario, message: error.message, exchanges, isOurs: error.exchange === undefined }
  }
  if (error instanceof NoResponseError) {
    return { scenario, message: error.message, exchanges: [error.exchange.number], isOurs: false }
  }
  // An unexpected shape of a response must not end the other scenarios.
  const message = error instanceof Error ? error.message : String(error)
  return {
    scenario,
    message: `The scenario failed on an unexpected response: ${message}`,
    exchanges: [],
    isOurs: false,
  }
}
