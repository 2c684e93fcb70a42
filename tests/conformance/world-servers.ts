import { type Asked, type BrokenServer, member, readJson, readPath, rewrite, withMembers } from './broken-server.js'
import { answers, asks, at, ignores, readToken, setKey, statuses, withoutKeys } from './wire-changes.js'

// Servers whose simulated world is wrong: time, arrivals, people, payers and documents.

function isWait({ method, target }: Asked): boolean {
  return method === 'POST' && /\/wait$/.test(target)
}

/** Changes a member in the body of a POST request to a path, wherever it is in it. */
function withKey(asked: Asked, path: RegExp, key: string, change: (value: unknown) => unknown): Asked {
  if (asked.method !== 'POST' || !path.test(readPath(asked)) || asked.body.byteLength === 0) return asked
  return { ...asked, body: new TextEncoder().encode(JSON.stringify(setKey(readJson(asked), key, change))) }
}

/** Changes the configuration in a request that creates a simulator of a type. */
function withConfig(asked: Asked, type: string, changes: Readonly<Record<string, unknown>>): Asked {
  const body = asked.method === 'POST' && readPath(asked) === '/simulators' ? readJson(asked) : undefined
  if (member(body, 'type') !== type) return asked
  const config = withMembers(member(body, 'config') ?? {}, changes)
  return { ...asked, body: new TextEncoder().encode(JSON.stringify(withMembers(body, { config }))) }
}

/** Replaces a text in the body of a POST request to a path. */
function replaced(asked: Asked, path: RegExp, from: string, to: string): Asked {
  if (asked.method !== 'POST' || !path.test(readPath(asked))) return asked
  const text = new TextDecoder().decode(asked.body).replaceAll(from, to)
  return { ...asked, body: new TextEncoder().encode(text) }
}

export const worldServers: readonly BrokenServer[] = [
  {
    breaks: 'The clock of a playground ignores `starts_at`.',
    caughtBy: 'time.starts-at',
    create: ignores(/^\/tasks$/, 'starts_at'),
  },
  {
    breaks: 'A task cannot have an environment of its own.',
    caughtBy: 'tasks.environment',
    create: ignores(/^\/tasks$/, 'environment'),
  },
  {
    breaks: 'A stepped clock always moves by a second.',
    caughtBy: 'time.stepped',
    create: asks((asked) => withoutKeys(asked, /^\/benchmarks$/, 'seconds_per_call')),
  },
  {
    breaks: 'A pool takes every Task.',
    caughtBy: 'fhir.pools-return',
    create: asks((asked) => withoutKeys(asked, /^\/simulators$/, 'returns')),
  },
  {
    breaks: 'A pool works at night.',
    caughtBy: 'fhir.pools',
    create: asks((asked) => withoutKeys(asked, /^\/simulators$/, 'hours')),
  },
  {
    breaks: 'A wait does not tell what happened.',
    caughtBy: 'time.wait-event',
    create: answers(at('POST', /\/wait$/), (body) => withMembers(body, { arrived: [] })),
  },
  {
    breaks: 'A wait may be of any length.',
    caughtBy: 'time.wait-limits',
    create: statuses(400, 200, at('POST', /\/wait$/)),
  },
  {
    breaks: 'Steps with `at_seconds` are executed at the start.',
    caughtBy: 'arrivals.not-initial',
    create: asks((asked) => withoutKeys(asked, /^\/tasks$/, 'at_seconds')),
  },
  {
    breaks: 'Replies of a pool count as changes of the agent.',
    caughtBy: 'fhir.pools-replies',
    create: () => {
      const replied = new Set<string>()
      return async (asked, next) => {
        const answered = await next(asked)
        const arrived = member(readJson(answered), 'arrived')
        if (JSON.stringify(arrived ?? '').includes('task.completed')) replied.add(readToken(asked))
        const isEnd = /\/complete$/.test(readPath(asked)) && replied.has(readToken(asked))
        return isEnd ? rewrite(answered, (body) => withMembers(body, { verdict: 'partial', score: 0.5 })) : answered
      }
    },
  },
  {
    breaks: 'The answer to a wait has the time at which it began.',
    caughtBy: 'time.wait',
    create: () => async (asked, next) => {
      if (!isWait(asked)) return next(asked)
      const before = await next({
        ...asked,
        method: 'GET',
        target: asked.target.replace(/wait$/, 'clock'),
        body: new Uint8Array(),
      })
      const answered = await next(asked)
      return answered.status === 200
        ? rewrite(answered, (body) => withMembers(body, { now: member(readJson(before), 'now') }))
        : answered
    },
  },
  {
    breaks: 'A clock cannot be read.',
    caughtBy: 'time.read',
    create: statuses(200, 404, at('GET', /\/clock$/)),
  },
  {
    breaks: 'A wait ignores `Task-Run-Id`.',
    caughtBy: 'time.chosen',
    create: asks((asked) => {
      const { 'task-run-id': _, ...headers } = asked.headers
      return isWait(asked) ? { ...asked, headers } : asked
    }),
  },
  {
    breaks: 'Steps with `at_seconds` arrive a second late.',
    caughtBy: 'arrivals.at-seconds',
    create: asks((asked) => withKey(asked, /^\/tasks$/, 'at_seconds', (seconds) => Number(seconds) + 1)),
  },
  {
    breaks: 'Steps that follow an event have no delay.',
    caughtBy: 'arrivals.after',
    create: asks((asked) => withKey(asked, /^\/tasks$/, 'delay_seconds', () => 0)),
  },
  {
    breaks: 'Steps that come later are not checked.',
    caughtBy: 'arrivals.checked',
    create: statuses(400, 200, at('PATCH', /^\/tasks\/[^/]+$/)),
  },
  {
    breaks: 'A payer takes requests for anybody.',
    caughtBy: 'payer.unknown-member',
    create: asks((asked) => withConfig(asked, 'Payer', { accept_unknown_members: true })),
  },
  {
    breaks: 'A payer never asks for documents.',
    caughtBy: 'payer.determination-requires',
    create: asks((asked) => withoutKeys(asked, /^\/simulators$/, 'requires')),
  },
  {
    breaks: 'A payer decides no appeal.',
    caughtBy: 'payer.appeal-outcome',
    create: asks((asked) => withoutKeys(asked, /^\/simulators$/, 'appeals')),
  },
  {
    breaks: 'A document in the portal is opened as JSON.',
    caughtBy: 'payer.attachment-content',
    create: () => async (asked, next) => {
      const answered = await next(asked)
      const isDocument = /\/attachments\/[^/]+$/.test(readPath(asked)) && answered.status === 200
      return isDocument
        ? { ...answered, headers: { ...answered.headers, 'content-type': 'application/json' } }
        : answered
    },
  },
  {
    breaks: 'Coverage never ends.',
    caughtBy: 'payer.not-eligible',
    create: asks((asked) => withoutKeys(asked, /^\/simulators$/, 'end')),
  },
  {
    breaks: 'An approval has no period.',
    caughtBy: 'payer.services',
    create: asks((asked) => withoutKeys(asked, /^\/simulators$/, 'valid_days')),
  },
  {
    breaks: 'Requests may be repeated.',
    caughtBy: 'payer.denied-without-rule',
    create: asks((asked) => withoutKeys(asked, /^\/simulators$/, 'duplicates')),
  },
  {
    breaks: 'A peer-to-peer review changes nothing.',
    caughtBy: 'payer.peer-to-peer-outcome',
    create: asks((asked) => withoutKeys(asked, /^\/simulators$/, 'peer_to_peer')),
  },
  {
    breaks: 'The first appeal is the last.',
    caughtBy: 'payer.appeal-levels',
    create: asks((asked) => withoutKeys(asked, /^\/simulators$/, 'appeal_levels')),
  },
  {
    breaks: 'All requests of a clearinghouse go to one payer.',
    caughtBy: 'x12.several-payers',
    create: asks((asked) => withKey(asked, /^\/simulators$/, 'system', () => 'portal')),
  },
  {
    breaks: 'A clearinghouse knows no dependents.',
    caughtBy: 'x12.dependents',
    create: asks((asked) => withoutKeys(asked, /^\/simulators$/, 'dependents')),
  },
  {
    breaks: 'An 835 has no remark codes.',
    caughtBy: 'x12.remarks',
    create: asks((asked) => withoutKeys(asked, /^\/simulators$/, 'remarks')),
  },
  {
    breaks: 'A query for a history is not answered.',
    caughtBy: 'hl7.query-history',
    create: asks((asked) => withoutKeys(asked, /^\/simulators$/, 'queries')),
  },
  {
    breaks: 'A merge is acknowledged, but nobody is merged.',
    caughtBy: 'hl7.merge',
    create: asks((asked) => replaced(asked, /\/hl7\/outbound$/, '\\rMRG|', '\\rZRG|')),
  },
  {
    breaks: 'A received fax has no pages.',
    caughtBy: 'fax.pages',
    create: statuses(200, 404, at('GET', /\/faxes\/[^/]+\/content$/)),
  },
  {
    breaks: 'A persona gives away at once what it gives.',
    caughtBy: 'voice.told',
    create: asks((asked) => withKey(asked, /^\/simulators$/, 'wants', () => [])),
  },
  {
    breaks: 'Somebody answers the telephone at any hour.',
    caughtBy: 'voice.voice-mail',
    create: asks((asked) => withoutKeys(asked, /^\/simulators$/, 'available')),
  },
  {
    breaks: 'Nobody calls back.',
    caughtBy: 'voice.call-back',
    create: asks((asked) => withoutKeys(asked, /^\/simulators$/, 'calls_back')),
  },
  {
    breaks: 'All telephones reach the same person.',
    caughtBy: 'patient.people',
    create: asks((asked) => replaced(asked, /\/voice\/calls$/, '+15550100178', '+15550100177')),
  },
  {
    breaks: 'The payer’s interfaces offer no operation.',
    caughtBy: 'payer.metadata',
    create: answers(at('GET', /\/payer\/fhir\/metadata$/), (body) => withMembers(body, { rest: [] })),
  },
  {
    breaks: 'Coverage information is no system action.',
    caughtBy: 'crd.order-sign',
    create: answers(at('POST', /\/payer\/cds-services\/[^/]+$/), (body) => withMembers(body, { systemActions: [] })),
  },
  {
    breaks: 'A package has the questionnaire of another version.',
    caughtBy: 'dtr.package',
    create: answers(at('POST', /\$questionnaire-package$/), (body) => setKey(body, 'version', () => '2020-01')),
  },
  {
    breaks: 'A denial by PAS is an error.',
    caughtBy: 'pas.denied',
    create: answers(at('POST', /\/Claim\/\$submit$/), (body) =>
      JSON.stringify(body).includes('"A3"') ? setKey(body, 'outcome', () => 'error') : body,
    ),
  },
  {
    breaks: 'What waits has the number of an approval.',
    caughtBy: 'pas.pended',
    create: answers(at('POST', /\/Claim\/\$submit$/), (body) =>
      JSON.parse(JSON.stringify(body).replaceAll('"A4"', '"A1"')),
    ),
  },
  {
    breaks: 'An urgent request for what waits is a second one.',
    caughtBy: 'pas.expedited',
    create: asks((asked) => replaced(asked, /\/portal\/prior-auths$/, '"expedited"', '"standard"')),
  },
  {
    breaks: 'An update without the earlier request is a new request.',
    caughtBy: 'pas.update-alone',
    create: asks((asked) => replaced(asked, /\/Claim\/\$submit$/, 'extension-infoChanged', 'extension-other')),
  },
  {
    breaks: 'PAS answers requests to any payer.',
    caughtBy: 'pas.other-payer',
    create: asks((asked) => withoutKeys(asked, /^\/simulators$/, 'organization')),
  },
  {
    breaks: 'CRD answers for the members of any payer.',
    caughtBy: 'crd.other-payer',
    create: asks((asked) => withoutKeys(asked, /^\/simulators$/, 'organization')),
  },
  {
    breaks: 'DTR has questionnaires for the members of any payer.',
    caughtBy: 'dtr.other-payer',
    create: asks((asked) => withoutKeys(asked, /^\/simulators$/, 'organization')),
  },
  {
    breaks: 'An inquiry finds nothing.',
    caughtBy: 'pas.inquiry',
    create: answers(at('POST', /\/Claim\/\$inquire$/), (body) => withMembers(body, { parameter: [] })),
  },
  {
    breaks: 'Decisions are not notified.',
    caughtBy: 'pas.notification',
    create: answers(at('GET', /\$events$/), (body) => withMembers(body, { entry: [] })),
  },
]
