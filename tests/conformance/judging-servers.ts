import { type BrokenServer, everyObject, member, readJson, readPath, readText, withMembers } from './broken-server.js'
import { answers, asks, at, dropKeys, ignores, setKey, statuses, withCriteria, withoutKeys } from './wire-changes.js'

// Servers that seem to score work in a wrong way: each changes the criteria or the work on their way to the service.

/** Changes the responses to completions of tasks with items. */
function itemized(change: (body: unknown, items: readonly unknown[]) => unknown): BrokenServer['create'] {
  return answers(at('POST', /\/v1\/task-runs\/[^/]+\/complete$/), (body) => {
    const items = member(body, 'items')
    return items === undefined ? body : change(body, Object.values(Object(items)))
  })
}

export const judgingServers: readonly BrokenServer[] = [
  {
    breaks: 'An item that does not pass scores 0.',
    caughtBy: 'items.scored',
    create: itemized((body) => {
      const items = everyObject(member(body, 'items'), (one) =>
        one.verdict === 'partial' ? { ...one, score: 0 } : one,
      )
      return withMembers(body, { items })
    }),
  },
  {
    breaks: 'The score of a task is that of its worst item.',
    caughtBy: 'items.mean',
    create: itemized((body, items) =>
      withMembers(body, {
        score: Math.min(...items.filter((one) => member(one, 'due')).map((one) => Number(member(one, 'score')))),
      }),
    ),
  },
  { breaks: 'Every item is due.', caughtBy: 'items.not-due', create: ignores(/^\/tasks$/, 'ends_at') },
  {
    breaks: 'A task whose items pass passes, whatever its own criteria say.',
    caughtBy: 'items.pass',
    create: itemized((body, items) =>
      items.every((one) => !member(one, 'due') || member(one, 'verdict') === 'pass')
        ? withMembers(body, { verdict: 'pass' })
        : body,
    ),
  },
  {
    breaks: 'Harm in an item costs no other item.',
    caughtBy: 'items.critical',
    create: asks((asked) =>
      member(readJson(asked), 'item') === undefined ? asked : withoutKeys(asked, /^\/criteria$/, 'severity'),
    ),
  },
  {
    breaks: 'Checks do not say which item they belong to.',
    caughtBy: 'items.checks',
    create: itemized((body) => dropKeys(body, 'item')),
  },
  {
    breaks: 'An item says why it did not pass, also in a scored run.',
    caughtBy: 'items.redacted',
    create: itemized((body) => {
      const items = everyObject(member(body, 'items'), (one) => ('due' in one ? { ...one, details: 'too late' } : one))
      return withMembers(body, { items })
    }),
  },
  {
    breaks: 'Two items may have one key.',
    caughtBy: 'items.declared',
    create: statuses(400, 200, at('PATCH', /^\/tasks\/[^/]+$/)),
  },
  {
    breaks: 'What is sent may identify anybody, whatever people the entry of `allow` names.',
    caughtBy: 'kinds.no-collateral-disclosure',
    create: asks((asked) => withCriteria(asked, 'no-collateral', (body) => dropKeys(body, 'about'))),
  },
  {
    breaks: 'A new record may have other members than its entry of `allow` lists.',
    caughtBy: 'kinds.no-collateral-members',
    create: asks((asked) => withoutKeys(asked, /^\/criteria$/, 'members')),
  },
  {
    breaks: 'Of several types of an event only the first is meant.',
    caughtBy: 'kinds.event-order-types',
    create: asks((asked) =>
      withCriteria(asked, 'event-order', (body) =>
        setKey(body, 'type', (types) => (Array.isArray(types) ? types[0] : types)),
      ),
    ),
  },
  {
    breaks: 'What was done too early counts when it is done again.',
    caughtBy: 'kinds.event-order-first',
    create: asks((asked) => withCriteria(asked, 'event-order', (body) => dropKeys(body, 'first'))),
  },
  {
    breaks: 'The time between two events does not matter.',
    caughtBy: 'kinds.event-order-seconds',
    create: asks((asked) => withCriteria(asked, 'event-order', (body) => dropKeys(body, 'seconds_after'))),
  },
  {
    breaks: 'An event that comes after exactly `at_least` seconds comes too early.',
    caughtBy: 'kinds.event-order-seconds',
    create: asks((asked) =>
      withCriteria(asked, 'event-order', (body) => setKey(body, 'at_least', (seconds) => Number(seconds) + 0.001)),
    ),
  },
  {
    breaks: 'An event that comes after exactly `at_most` seconds comes too late.',
    caughtBy: 'kinds.event-order-seconds',
    create: asks((asked) =>
      withCriteria(asked, 'event-order', (body) => setKey(body, 'at_most', (seconds) => Number(seconds) - 0.001)),
    ),
  },
  {
    breaks: 'A change that was undone is not counted.',
    caughtBy: 'kinds.event-count',
    // Allowing one event more has the same effect as counting one event less.
    create: asks((asked) =>
      withCriteria(asked, 'event-count', (body) => setKey(body, '$lte', (count) => Number(count) + 1)),
    ),
  },
  {
    breaks: 'Of several codes in a text the first is read.',
    caughtBy: 'kinds.records-agree-like',
    create: asks((asked) =>
      /\/fhir\/Task\//.test(readPath(asked)) && asked.body.byteLength > 0
        ? { ...asked, body: new TextEncoder().encode(readText(asked).replace(' or M-2003', '')) }
        : asked,
    ),
  },
  {
    breaks: '`$words` takes a text with other words.',
    caughtBy: 'matchers.words',
    create: asks((asked) =>
      withCriteria(asked, 'output-match', (body) =>
        everyObject(body, (object) => (Array.isArray(object.$words) ? { $regex: '[^$]*' } : object)),
      ),
    ),
  },
  {
    breaks: 'A time that is later than `$within` allows by ten seconds is within.',
    caughtBy: 'matchers.within',
    create: asks((asked) =>
      withCriteria(asked, 'event-order', (body) => setKey(body, 'at_most_seconds', (seconds) => Number(seconds) + 10)),
    ),
  },
  {
    breaks: '`$within` compares with any event of the type, whatever its `where` says.',
    caughtBy: 'matchers.within',
    create: asks((asked) =>
      withCriteria(asked, 'event-order', (body) =>
        setKey(body, 'where', (where) => (member(where, 'at') === undefined ? {} : where)),
      ),
    ),
  },
  {
    breaks: '`$grounded` judges dates only.',
    caughtBy: 'matchers.grounded',
    create: asks((asked) =>
      withCriteria(asked, 'output-match', (body) =>
        everyObject(body, (object) => (Array.isArray(object.facts) ? { ...object, kinds: ['date'] } : object)),
      ),
    ),
  },
]
