import { type BrokenServer, everyObject, member, pathOf, textOf } from './broken-server.js'
import { asks, dropKeys, setKey, withCriteria, withoutKeys } from './wire-changes.js'

// Servers that judge work in a wrong way: each changes criteria, or the work, as if they were judged so.

export const judgingServers: readonly BrokenServer[] = [
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
    // One less is counted than was done: as if one more were allowed.
    create: asks((asked) =>
      withCriteria(asked, 'event-count', (body) => setKey(body, '$lte', (count) => Number(count) + 1)),
    ),
  },
  {
    breaks: 'Of several codes in a text the first is read.',
    caughtBy: 'kinds.records-agree-like',
    create: asks((asked) =>
      /\/fhir\/Task\//.test(pathOf(asked)) && asked.body.byteLength > 0
        ? { ...asked, body: new TextEncoder().encode(textOf(asked).replace(' or M-2003', '')) }
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
